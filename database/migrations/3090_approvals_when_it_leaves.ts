import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A payment leaves with the approvals it needs as they are counted at that moment, not only as they were when it was approved (CA015):
 * when it is approved, put into a batch and sent. Until then a hand may show, an approval may be taken back and a person may
 * come to wait for a second one. Counted once for all payments of a statement: a release moves a thousand at a time.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      drop trigger payment_orders_hands on payment_orders;
      drop function payment_order_hands_guard();

      create function payment_orders_are_approved() returns trigger language plpgsql as $$
      declare
        moved bigint[];
      begin
        select array_agg(id) into moved from (
          select id from (select id, status, batch_id, false as is_new from oldp union all select id, status, batch_id, true from newp) both_states
           group by id
          having max(status) filter (where is_new) = 'approved' and max(status) filter (where not is_new) = 'buffered'
              or max(status) filter (where is_new) = 'sent' and max(status) filter (where not is_new) <> 'sent'
              or max(batch_id) filter (where is_new) is not null and max(batch_id) filter (where is_new) is distinct from max(batch_id) filter (where not is_new)
        ) steps;
        if moved is null then return null; end if;
        if exists (
          select 1 from unnest(moved) l(id) join payment_orders o on o.id = l.id
            left join lateral (
              select count(distinct d.user_id) as approvals from approval_decisions d
               where d.document_type = 'payment_order' and d.document_id = o.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = o.fingerprint
                 and not exists (select 1 from user_authority_changes c where c.user_id in (d.user_id, d.on_behalf_of) and c.confirmed_at is null)
                 and not exists (select 1 from payment_order_hands h where h.order_id = o.id and h.user_id in (d.user_id, d.on_behalf_of))) given on true
           where given.approvals < coalesce(o.required_approvals, 1))
          then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
        return null;
      end $$;
      create trigger payment_orders_are_approved after update on payment_orders
        referencing old table as oldp new table as newp for each statement execute function payment_orders_are_approved();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger payment_orders_are_approved on payment_orders;
      drop function payment_orders_are_approved();
      create function payment_order_hands_guard() returns trigger language plpgsql as $$
      begin
        if (select count(distinct d.user_id) from approval_decisions d
             where d.document_type = 'payment_order' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = new.fingerprint
               and is_confirmed(d.user_id) and is_confirmed(d.on_behalf_of)
               and not exists (select 1 from payment_order_hands h where h.order_id = new.id and h.user_id in (d.user_id, d.on_behalf_of))) < new.required_approvals
          then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
        return new;
      end $$;
      create trigger payment_orders_hands before update on payment_orders for each row
        when (old.status = 'buffered' and new.status = 'approved') execute function payment_order_hands_guard();
    `)
  }
}
