import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The list of blocked accounts is asked once a statement about all payments that it approves or lets leave, never payment
 * by payment: of a thousand that leave together it was a quarter of the time. Which moved is told by a group of both their
 * states, never by a join of them (1920). What is listed refuses the whole statement, as before.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      drop trigger payment_orders_listed on payment_orders;
      drop function payment_order_listed();

      create function payment_orders_listed() returns trigger language plpgsql as $$
      declare
        ibans text[];
        leaves boolean;
      begin
        select array_agg(distinct moved.iban), bool_or(moved.status = 'sent') into ibans, leaves from (
          select max(creditor_iban) filter (where is_new) as iban, max(status) filter (where is_new) as status
            from (select id, status, sub_status, creditor_iban, false as is_new from oldp
                  union all select id, status, sub_status, creditor_iban, true from newp) both_states
           group by id
          having max(status) filter (where is_new) in ('approved', 'sent')
             and (min(status) <> max(status) or max(sub_status) filter (where is_new) = 'submitting' and max(sub_status) filter (where not is_new) = 'queued')
        ) moved where moved.iban is not null;
        if ibans is null then return null; end if;
        if leaves then perform pg_advisory_xact_lock_shared(27, 0); end if;
        if exists (select 1 from unnest(ibans) w(iban) cross join lateral iban_listing(w.iban) b where b.severity = 'block')
          then raise exception 'payment_order_blacklisted' using errcode = 'CX002'; end if;
        return null;
      end $$;
      create trigger payment_orders_listed after update on payment_orders
        referencing old table as oldp new table as newp for each statement execute function payment_orders_listed();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger payment_orders_listed on payment_orders;
      drop function payment_orders_listed();

      create function payment_order_listed() returns trigger language plpgsql as $$
      begin
        if new.status = 'sent' then perform pg_advisory_xact_lock_shared(27, 0); end if;
        if exists (select 1 from iban_listing(new.creditor_iban) b where b.severity = 'block')
          then raise exception 'payment_order_blacklisted' using errcode = 'CX002'; end if;
        return new;
      end $$;
      create trigger payment_orders_listed before update on payment_orders for each row
        when (new.creditor_iban is not null and new.status in ('approved', 'sent')
          and (old.status <> new.status or new.sub_status = 'submitting' and old.sub_status = 'queued')) execute function payment_order_listed();
    `)
  }
}
