import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Charges between companies that are settled by a payment: live orders are never more than what is left, from who owes to an
 * account of who is owed (CR010), and nothing leaves for an account that is not what it was (CR011). Who opened that account does
 * not approve the payment. The start page is told of charges.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
    this.schema.raw(TOLD)
  }

  async down() {
    this.schema.raw(`
      drop function if exists payment_order_cover_rebilling, payment_order_target_rebilling, note_rebilling_payee_hands cascade;
      delete from payment_kinds where kind = 'rebilling';
    `)
  }
}

const ROWS = `
insert into payment_kinds (kind, document_type, approvals, is_senior) values ('rebilling', 'rebilling_transaction', 'rebilling', true);
`

const FUNCTIONS = `
create function payment_order_cover_rebilling() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select abs(t.total_minor - t.settled_minor) into owed from rebilling_transactions t
   where t.id = new.source_id and t.settlement = 'payment' and t.status in ('issued', 'settling') and new.currency = t.currency
     and new.site_id = case when t.total_minor > 0 then t.target_site_id else t.origin_site_id end
     and exists (select 1 from bank_accounts b where b.id = new.creditor_id and b.iban = new.creditor_iban
       and b.site_id = case when t.total_minor > 0 then t.origin_site_id else t.target_site_id end) for update of t;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'rebilling_transaction' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_rebilling' using errcode = 'CR010'; end if;
  return null;
end $$;
create trigger payment_orders_cover_rebilling after insert or update of creditor_id, creditor_iban on payment_orders for each row
  when (new.source_type = 'rebilling_transaction') execute function payment_order_cover_rebilling();

create function payment_order_target_rebilling() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from bank_accounts b where b.id = new.creditor_id and b.status = 'active' and b.iban = new.creditor_iban)
    then raise exception 'rebilling_payment_target' using errcode = 'CR011'; end if;
  return new;
end $$;
create trigger payment_orders_target_rebilling before update on payment_orders for each row
  when (new.source_type = 'rebilling_transaction' and (new.status = 'approved' and old.status = 'buffered' or new.status = 'sent'
  and old.status = 'approved'
    or new.status = 'sent' and old.sub_status = 'queued' and new.sub_status in ('submitting', 'processing')))
  execute function payment_order_target_rebilling();

create function note_rebilling_payee_hands() returns trigger language plpgsql as $$
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select 'rebilling_transaction', new.source_id, p.person, 'wrote'
      from (select b.created_by as person from bank_accounts b where b.id = new.creditor_id
            union select e.user_id from audit_events e where e.object_type = 'bank_account' and e.object_id = new.creditor_id and jsonb_exists(e.diff, 'iban')) p
     where p.person is not null
    on conflict do nothing;
  return null;
end $$;
create trigger payment_orders_rebilling_hands after insert on payment_orders for each row
  when (new.source_type = 'rebilling_transaction') execute function note_rebilling_payee_hands();
`

const TOLD = `
create or replace function tell_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('work_changed', coalesce(told.site_id::text, ''))
    from (select distinct site_id from fresh where object_type in ('invoice', 'invoice_alarm', 'payment_order', 'payment_batch', 'payment_run', 'expense_note',
        'manual_entry', 'provider', 'employee', 'provider_contract', 'bank_account', 'bank_statement_line', 'reconciliation', 'legal_procedure', 'supplier_provision',
        'loan', 'loan_compensation', 'rebilling_transaction')) told;
  return null;
end $$;
`
