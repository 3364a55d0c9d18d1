import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Payments of loans are orders like any other: never more than is left, from and to the accounts that were agreed (CL015),
 * and nothing leaves for an account that is not what it was (CL016).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop function if exists note_loan_payment_hands, payment_order_cover_loan, payment_order_target_loan cascade;
      delete from payment_kinds where kind = 'loan';
    `)
  }
}

const ROWS = `
insert into payment_kinds (kind, document_type, approvals, is_senior) values ('loan', 'loan_payment', 'loan', true);
`

const FUNCTIONS = `
-- Who asked for it, who wrote the loan that it pays out, and who opened or changed the account that it goes to.
create function note_loan_payment_hands() returns trigger language plpgsql as $$
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select 'loan_payment', new.id, p.person, 'wrote'
      from (select new.created_by as person
            union select h.user_id from document_hands h
             where new.type = 'disbursement' and h.document_type = 'loan' and h.document_id = new.loan_id and h.act = 'wrote'
            union select b.created_by from bank_accounts b where b.id = new.payee_account_id
            union select e.user_id from audit_events e where e.object_type = 'bank_account' and e.object_id = new.payee_account_id and jsonb_exists(e.diff, 'iban')) p
     where p.person is not null
    on conflict do nothing;
  return null;
end $$;
create trigger loan_payments_hands after insert on loan_payments for each row execute function note_loan_payment_hands();

create function payment_order_cover_loan() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
  target text;
begin
  select p.amount_minor - p.settled_minor, b.iban into owed, target from loan_payments p join bank_accounts b on b.id = p.payee_account_id
   where p.id = new.source_id and p.payer_site_id = new.site_id and p.currency = new.currency and p.status <> 'cancelled'
     and exists (select 1 from bank_accounts d where d.id = new.debtor_account_id and d.site_id = p.payer_site_id) for update of p;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'loan_payment' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) or new.creditor_iban is distinct from target
    then raise exception 'payment_order_exceeds_loan' using errcode = 'CL015'; end if;
  return null;
end $$;
create trigger payment_orders_cover_loan after insert or update of debtor_account_id, creditor_iban
  on payment_orders for each row when (new.source_type = 'loan_payment') execute function payment_order_cover_loan();

create function payment_order_target_loan() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from loan_payments p join bank_accounts b on b.id = p.payee_account_id
       where p.id = new.source_id and b.status = 'active' and b.iban = new.creditor_iban)
    then raise exception 'loan_payment_target' using errcode = 'CL016'; end if;
  return new;
end $$;
create trigger payment_orders_target_loan before update on payment_orders for each row
  when (new.source_type = 'loan_payment' and (new.status = 'approved' and old.status = 'buffered' or new.status = 'sent'
  and old.status = 'approved'
    or new.status = 'sent' and old.sub_status = 'queued' and new.sub_status in ('submitting', 'processing')))
  execute function payment_order_target_loan();
`
