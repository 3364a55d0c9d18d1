import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who sent an invoice back last, or refused it, when and why: its reviewer sees it in the list and on the page until it is
 * sent again. Those that stand so today are told from their log.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table invoices
        add column turned_down_how text check (turned_down_how in ('return', 'reject', 'unbook')),
        add column turned_down_by bigint references users,
        add column turned_down_at timestamptz,
        add column turned_down_reason text,
        add check ((turned_down_how is null) = (turned_down_at is null));
      create index invoices_turned_down on invoices (turned_down_at desc, id desc) where turned_down_at is not null and status = 'pending_review';
      create index invoices_copies_of on invoices (duplicate_of_id) where duplicate_of_id is not null;

      update invoices i set turned_down_how = l.how, turned_down_by = l.user_id, turned_down_at = l.at, turned_down_reason = l.reason
        from (select distinct on (invoice_id) invoice_id, user_id, at, after ->> 'reason' as reason,
                case action when 'returned' then 'return' when 'rejected' then 'reject' when 'unbooked' then 'unbook' end as how
              from invoice_action_logs where action in ('returned', 'rejected', 'unbooked', 'submitted') order by invoice_id, at desc, id desc) l
       where l.invoice_id = i.id and l.how is not null and i.status in ('pending_review', 'rejected');
    `)
  }

  async down() {
    this.schema.raw(`
      drop index invoices_copies_of, invoices_turned_down;
      alter table invoices drop column turned_down_how, drop column turned_down_by, drop column turned_down_at, drop column turned_down_reason;
    `)
  }
}
