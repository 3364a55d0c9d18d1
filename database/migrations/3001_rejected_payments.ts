import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A payment that an approver refused is a draft again and says so, by whom and why, until somebody goes on with it. Those that are
 * drafts because of a refusal now are told from their history.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table payment_orders
        add column rejected_by bigint references users,
        add column rejected_at timestamptz,
        add column rejection_reason text,
        add constraint payment_orders_rejected check (
          num_nonnulls(rejected_at, rejection_reason) in (0, 2) and (rejected_by is null or rejected_at is not null) and (rejected_at is null or status = 'draft'));
      update payment_orders o set rejected_by = e.user_id, rejected_at = e.at, rejection_reason = coalesce(e.reason, '–')
        from (select distinct on (object_id) object_id, event, user_id, at, reason from audit_events
               where object_type = 'payment_order' and event not in ('payment_order.payee_checked', 'payment_order.receipt_mailed') order by object_id, id desc) e
       where o.status = 'draft' and e.object_id = o.id and e.event = 'payment_order.reject';
    `)
  }

  async down() {
    this.schema.raw(
      'alter table payment_orders drop constraint payment_orders_rejected, drop column rejected_by, drop column rejected_at, drop column rejection_reason'
    )
  }
}
