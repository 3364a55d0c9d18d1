import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What documents of lower floors and their payments owe each other: what live orders take of one is never more than is
 * left of it, what was approved to be paid does not change, and nobody decides on what they are paid.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table credit_offsets cascade;
      drop function if exists provider_merge_complete, payroll_payment_guard, payment_order_cover_payroll,
        supplier_provision_guard, payment_order_cover_provision, expense_note_guard, payment_order_cover_expense,
        expense_decision_guard, legal_cost_guard, payment_order_cover_legal, is_paid_as, payroll_decision_guard cascade;
    `)
  }
}

const TABLES = `
create table credit_offsets (
  id bigint generated always as identity primary key,
  credit_invoice_id bigint not null references invoices,
  invoice_id bigint not null references invoices,
  amount_minor bigint not null check (amount_minor > 0),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint credit_offsets_other check (credit_invoice_id <> invoice_id)
);
comment on table credit_offsets is 'How much of a credit note was set off against which invoice.';
create index credit_offsets_invoice on credit_offsets (invoice_id);
create index credit_offsets_credit on credit_offsets (credit_invoice_id);
create trigger credit_offsets_no_change before update or delete on credit_offsets for each row execute function refuse_change();
`

const FUNCTIONS = `
-- Nothing may be left with a merged supplier that anybody still works on (CA048). Checked at the end of the transaction.
create function provider_merge_complete() returns trigger language plpgsql as $$
begin
  if exists (select 1 from invoices where provider_id = new.id)
     or exists (select 1 from provider_contracts where provider_id = new.id)
     or exists (select 1 from expense_profiles where provider_id = new.id)
     or exists (select 1 from recurrent_payments where provider_id = new.id)
     or exists (select 1 from provider_banks where provider_id = new.id and disabled_at is null)
     or exists (select 1 from payment_orders where creditor_type = 'provider' and creditor_id = new.id and status in ('draft', 'buffered', 'approved', 'sent'))
     or exists (select 1 from ledger_accounts a join account_balances b on b.account_id = a.id
                 where a.subledger = 'provider' and a.subledger_id = new.id and (b.balance_minor <> 0 or b.base_minor <> 0))
    then raise exception 'provider_merge_incomplete: %', new.id using errcode = 'CA048'; end if;
  return null;
end $$;
create constraint trigger providers_merge_complete after update of status on providers deferrable initially deferred
  for each row when (new.status = 'merged') execute function provider_merge_complete();

create function payroll_payment_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select 1 from employees e where e.id = new.employee_id and e.site_id = new.site_id)
      then raise exception 'payroll_payment_foreign' using errcode = 'CA022'; end if;
    return new;
  end if;
  if (old.site_id, old.employee_id, old.period, old.concept, old.net_minor, old.gross_minor, old.irpf_minor, old.social_minor, old.employer_social_minor, old.currency)
     is distinct from (new.site_id, new.employee_id, new.period, new.concept, new.net_minor, new.gross_minor, new.irpf_minor, new.social_minor, new.employer_social_minor, new.currency)
    then raise exception 'payroll_payment_frozen' using errcode = 'CA022'; end if;
  if old.status = 'cancelled' and new.status <> 'cancelled' then raise exception 'payroll_payment_no_way_back' using errcode = 'CA022'; end if;
  if old.status <> 'cancelled' and new.status = 'cancelled' and (old.status <> 'pending' or exists (
       select 1 from payment_orders o where o.source_type = 'payroll_payment' and o.source_id = new.id and o.status not in ('cancelled', 'failed', 'returned')))
    then raise exception 'payroll_payment_no_way_back' using errcode = 'CA022'; end if;
  return new;
end $$;
create trigger payroll_payments_guard before insert or update
  on payroll_payments for each row execute function payroll_payment_guard();

create function payment_order_cover_payroll() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select net_minor - settled_minor into owed from payroll_payments where id = new.source_id and status <> 'cancelled' for update;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'payroll_payment' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_payroll' using errcode = 'CA022'; end if;
  return null;
end $$;
create trigger payment_orders_cover_payroll after insert on payment_orders for each row
  when (new.source_type = 'payroll_payment') execute function payment_order_cover_payroll();

create function supplier_provision_guard() returns trigger language plpgsql as $$
begin
  if (old.site_id, old.provider_id, old.amount_minor, old.currency, old.expense_account_id) is distinct from
     (new.site_id, new.provider_id, new.amount_minor, new.currency, new.expense_account_id)
    then raise exception 'supplier_provision_frozen' using errcode = 'CA023'; end if;
  if old.status <> 'open' and new.status <> old.status then raise exception 'supplier_provision_no_way_back' using errcode = 'CA023'; end if;
  -- What was paid in advance is owed by the supplier until an invoice takes it; what is on its way to them too.
  if old.status = 'open' and new.status = 'cancelled' and new.settled_minor > 0 then raise exception 'supplier_provision_paid' using errcode = 'CA023'; end if;
  if old.status = 'open' and new.status <> 'open' and exists (
       select 1 from payment_orders o where o.source_type = 'supplier_provision' and o.source_id = new.id and o.status in ('draft', 'buffered', 'approved', 'sent'))
    then raise exception 'supplier_provision_ordered' using errcode = 'CA023'; end if;
  return new;
end $$;
create trigger supplier_provisions_guard before update
  on supplier_provisions for each row execute function supplier_provision_guard();

create function payment_order_cover_provision() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select amount_minor - settled_minor into owed from supplier_provisions where id = new.source_id and status = 'open' for update;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'supplier_provision' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_provision' using errcode = 'CA023'; end if;
  return null;
end $$;
create trigger payment_orders_cover_provision after insert on payment_orders for each row
  when (new.source_type = 'supplier_provision') execute function payment_order_cover_provision();

create function expense_note_guard() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
       ('received', 'in_review'), ('received', 'cancelled'),
       ('in_review', 'info_requested'), ('in_review', 'approved'), ('in_review', 'rejected'), ('in_review', 'cancelled'),
       ('info_requested', 'in_review'), ('info_requested', 'rejected'), ('info_requested', 'cancelled'),
       ('approved', 'in_payment'), ('approved', 'in_review'),
       ('in_payment', 'paid'), ('in_payment', 'approved'), ('paid', 'approved'))
    then raise exception 'expense_note_no_such_step' using errcode = 'CN001'; end if;
  if old.status in ('approved', 'in_payment', 'paid', 'rejected', 'cancelled') and new.status <> 'in_review' and
     (old.site_id, old.employee_id, old.provider_id, old.iban, old.currency, old.total_minor, old.vat_minor, old.approved_minor, old.journal_entry_id)
       is distinct from (new.site_id, new.employee_id, new.provider_id, new.iban, new.currency, new.total_minor, new.vat_minor, new.approved_minor, new.journal_entry_id)
    then raise exception 'expense_note_frozen' using errcode = 'CN002'; end if;
  if new.status = 'in_review' and old.status = 'approved' then
    if new.settled_minor > 0 or new.journal_entry_id is not null or new.rebilled_at is not null or exists (
         select 1 from payment_orders o where o.source_type = 'expense_note' and o.source_id = new.id and o.status in ('draft', 'buffered', 'approved', 'sent', 'paid', 'reconciled'))
      then raise exception 'expense_note_no_way_back' using errcode = 'CN001'; end if;
  end if;
  -- As many people as it needs have approved it as it is, none of whom it is paid to or prepared it.
  if old.status = 'in_review' and new.status = 'approved' and (new.required_approvals is null or new.required_approvals > (
       select count(distinct d.user_id) from approval_decisions d where d.document_type = 'expense_note' and d.document_id = new.id
          and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = expense_note_fingerprint(new)))
    then raise exception 'expense_note_not_approved' using errcode = 'CN003'; end if;
  return new;
end $$;
create trigger expense_notes_guard before update on expense_notes for each row execute function expense_note_guard();

create function payment_order_cover_expense() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select approved_minor - settled_minor into owed from expense_notes where id = new.source_id and status in ('approved', 'in_payment') for update;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'expense_note' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_expense' using errcode = 'CN005'; end if;
  return null;
end $$;
create trigger payment_orders_cover_expense after insert on payment_orders for each row
  when (new.source_type = 'expense_note') execute function payment_order_cover_expense();

-- A person who works for two companies is two employees with one tax id, of whom one is the user.
create function is_paid_as(employee bigint, person bigint) returns boolean language sql stable as $$
  select exists (select 1 from employees me join employees e on e.id = employee and (e.id = me.id or e.tax_id = me.tax_id) where me.user_id = person)
$$;

-- Neither the note nor its payment is approved by who sent it in or is paid by it, through whatever door.
create function expense_decision_guard() returns trigger language plpgsql as $$
begin
  if exists (
       select 1 from expense_notes n
        where n.id = case new.document_type when 'expense_note' then new.document_id
            else (select o.source_id from payment_orders o where o.id = new.document_id and o.source_type = 'expense_note') end
          and (new.user_id = n.created_by or is_paid_as(n.employee_id, new.user_id)))
    then raise exception 'expense_note_own' using errcode = 'CN006'; end if;
  return new;
end $$;
create trigger approval_decisions_expense before insert on approval_decisions for each row
  when (new.document_type in ('expense_note', 'payment_order')
  and new.decision = 'approve') execute function expense_decision_guard();

-- What was approved to be paid does not change (CP002), and nothing is ordered, paid and offset for more than a cost is
-- (CP003). A merge of suppliers renames the payee of what is not under way; a linked invoice brings its own amounts.
create function legal_cost_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'planned' or new.invoice_id is not null then raise exception 'legal_cost_not_planned' using errcode = 'CP001'; end if;
    return new;
  end if;
  if (new.procedure_id, new.procedure_phase_id, new.currency, new.created_by) is distinct from (old.procedure_id, old.procedure_phase_id, old.currency, old.created_by)
    then raise exception 'legal_cost_fixed' using errcode = 'CP005'; end if;
  if new.status <> old.status and (old.status, new.status) not in (('planned', 'payable'), ('planned', 'cancelled'), ('payable', 'cancelled'), ('payable', 'ordered'),
       ('ordered', 'payable'), ('ordered', 'paid'), ('payable', 'offset'), ('offset', 'payable'), ('paid', 'payable'))
     and not (new.invoice_id is not null and (old.status, new.status) in (('payable', 'paid'), ('paid', 'ordered')))
    then raise exception 'legal_cost_no_way' using errcode = 'CP001'; end if;
  if old.status <> 'planned' and (new.concept, new.payee_iban, new.payee_name, new.deposit_term, new.expense_account_id, new.document_id, new.approved_by)
       is distinct from (old.concept, old.payee_iban, old.payee_name, old.deposit_term, old.expense_account_id, old.document_id, old.approved_by)
    then raise exception 'legal_cost_approved' using errcode = 'CP002'; end if;
  if old.status <> 'planned' and new.provider_id is distinct from old.provider_id
     and not exists (select 1 from providers p where p.id = old.provider_id and p.merged_into_id = new.provider_id)
    then raise exception 'legal_cost_approved' using errcode = 'CP002'; end if;
  if old.status <> 'planned' and new.invoice_id is not distinct from old.invoice_id
     and (new.base_minor, new.vat_minor, new.withholding_minor, new.total_minor, new.due_on) is distinct from (old.base_minor, old.vat_minor, old.withholding_minor, old.total_minor, old.due_on)
    then raise exception 'legal_cost_approved' using errcode = 'CP002'; end if;
  if new.invoice_id is distinct from old.invoice_id and (old.status not in ('planned', 'payable') or old.paid_minor > 0
       or exists (select 1 from payment_orders o where o.source_type = 'legal_cost' and o.source_id = new.id and o.status in ('draft', 'buffered', 'approved', 'sent')))
    then raise exception 'legal_cost_paid_already' using errcode = 'CP006'; end if;
  return new;
end $$;
create trigger legal_costs_guard before insert or update
  on legal_procedure_costs for each row execute function legal_cost_guard();

create function payment_order_cover_legal() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select total_minor - paid_minor into owed from legal_procedure_costs where id = new.source_id and status in ('payable', 'ordered') and invoice_id is null for update;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'legal_cost' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_legal_cost' using errcode = 'CP003'; end if;
  return null;
end $$;
create trigger payment_orders_cover_legal after insert on payment_orders for each row
  when (new.source_type = 'legal_cost') execute function payment_order_cover_legal();

-- Nobody decides on a payment that they receive: not on their salary (CE006), not on their expense note or its payment
-- (CN006).
create function payroll_decision_guard() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payment_orders o join payroll_payments p on p.id = o.source_id
       where o.id = new.document_id and o.source_type = 'payroll_payment' and is_paid_as(p.employee_id, new.user_id))
    then raise exception 'payroll_own' using errcode = 'CE006'; end if;
  return new;
end $$;
create trigger approval_decisions_payroll before insert on approval_decisions for each row
  when (new.document_type = 'payment_order' and new.decision = 'approve') execute function payroll_decision_guard();
`
