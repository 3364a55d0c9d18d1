import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What holds of loans whatever the code does. A loan takes the steps of its table (CL001), its terms stand once it is active
 * (CL002), it becomes active with its contract (CL004) and the approvals of both companies (CL003) by people who had no hand
 * in it; what was paid of an instalment is never touched (CL005); nothing is given back beyond what is owed (CL006), drawn
 * beyond the limit (CL007), paid without a movement (CL008), and the instalments add up to the principal (CL009). Payments
 * (CL010) and netting (CL011, approved in every company: CL012) take their own steps, what is undone is undone exactly
 * (CL013), and accounts are of their companies (CL014).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(STEPS)
    this.schema.raw(SUMS)
    this.schema.raw(NETTING)
  }

  async down() {
    this.schema.raw(`
      drop function if exists loan_fingerprint, loan_approvals, loan_guard, loan_file_hand, loan_file_stays, loan_installment_guard,
        loan_check, loan_check_row, loan_installment_check, loan_payment_guard, loan_movement_guard, loan_compensation_guard cascade;
    `)
  }
}

const STEPS = `
-- What approvers approve of a loan: all that was agreed.
create function loan_fingerprint(l loans) returns text language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_array(l.id, l.lender_site_id, l.lender_name, l.borrower_site_id, l.kind, l.currency, l.principal_minor,
    l.method, l.rate_type, l.rate, l.rate_index, l.spread, l.day_count, l.periodicity, l.start_on, l.first_payment_on, l.periods, l.maturity_on,
    l.grace_periods, l.custom, l.capitalise, l.withholding_rate, l.fee_minor, l.loaded_on, l.loaded_minor, l.lender_account_id, l.borrower_account_id)::text, 'UTF8')), 'hex')
$$;

-- The people of a company whose approval of a document as it is now stands.
create function loan_approvals(kind text, document bigint, company bigint, seen text) returns bigint language sql stable as $$
  select count(distinct d.user_id) from approval_decisions d
   where d.document_type = kind and d.document_id = document and d.site_id = company and d.decision = 'approve' and d.revoked_at is null
     and d.fingerprint = seen and is_confirmed(d.user_id) and is_confirmed(d.on_behalf_of)
     and not exists (select 1 from document_hands h where h.document_type = kind and h.document_id = document and h.act = 'wrote'
       and h.user_id in (d.user_id, d.on_behalf_of))
$$;

create function loan_guard() returns trigger language plpgsql as $$
begin
  if exists (select 1 from bank_accounts b where b.id = new.lender_account_id and b.site_id is distinct from new.lender_site_id)
     or exists (select 1 from bank_accounts b where b.id = new.borrower_account_id and b.site_id <> new.borrower_site_id)
    then raise exception 'loan_account_of_others' using errcode = 'CL014'; end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' then raise exception 'loan_not_draft' using errcode = 'CL001'; end if;
    return new;
  end if;
  if (new.number, new.lender_site_id, new.lender_name, new.borrower_site_id, new.kind, new.currency, new.created_by)
     is distinct from (old.number, old.lender_site_id, old.lender_name, old.borrower_site_id, old.kind, old.currency, old.created_by)
    then raise exception 'loan_fixed' using errcode = 'CL002'; end if;
  if old.status <> 'draft' and (new.principal_minor, new.method, new.rate_type, new.rate, new.rate_index, new.spread, new.day_count, new.periodicity, new.start_on,
       new.first_payment_on, new.periods, new.maturity_on, new.grace_periods, new.custom, new.capitalise, new.withholding_rate, new.fee_minor, new.loaded_on, new.loaded_minor)
     is distinct from (old.principal_minor, old.method, old.rate_type, old.rate, old.rate_index, old.spread, old.day_count, old.periodicity, old.start_on,
       old.first_payment_on, old.periods, old.maturity_on, old.grace_periods, old.custom, old.capitalise, old.withholding_rate, old.fee_minor, old.loaded_on, old.loaded_minor)
    then raise exception 'loan_terms_fixed' using errcode = 'CL002'; end if;
  if new.status = old.status then return new; end if;
  if (old.status, new.status) not in (('draft', 'active'), ('draft', 'cancelled'), ('active', 'settled'), ('settled', 'active'))
    then raise exception 'loan_no_way' using errcode = 'CL001'; end if;
  if new.status = 'active' and old.status = 'draft' then
    if new.configured_at is null then raise exception 'loan_not_configured' using errcode = 'CL001'; end if;
    if not exists (select 1 from loan_files f where f.loan_id = new.id and f.kind = 'contract')
      then raise exception 'loan_without_contract' using errcode = 'CL004'; end if;
    if loan_approvals('loan', new.id, new.borrower_site_id, loan_fingerprint(new)) < greatest(1, new.borrower_required)
       or new.lender_site_id is not null and loan_approvals('loan', new.id, new.lender_site_id, loan_fingerprint(new)) < greatest(1, new.lender_required)
      then raise exception 'loan_not_approved' using errcode = 'CL003'; end if;
  end if;
  return new;
end $$;
create trigger loans_guard before insert or update on loans for each row execute function loan_guard();

create trigger loans_hands_0 after insert on loans for each row execute function note_document_hand('loan', 'id', 'created_by', 'wrote');
create trigger loans_hands_1 after update on loans for each row when (loan_fingerprint(old) is distinct from loan_fingerprint(new))
  execute function note_document_hand('loan', 'id', 'updated_by', 'wrote');

-- Who brought the contract wrote the loan too.
create function loan_file_hand() returns trigger language plpgsql as $$
begin
  if new.kind = 'contract' and new.created_by is not null then
    insert into document_hands (document_type, document_id, user_id, act) values ('loan', new.loan_id, new.created_by, 'wrote') on conflict do nothing;
  end if;
  return null;
end $$;
create trigger loan_files_hand after insert on loan_files for each row execute function loan_file_hand();
create trigger loan_files_fixed before update on loan_files for each row execute function refuse_change();

-- The contract of what is in force stays.
create function loan_file_stays() returns trigger language plpgsql as $$
begin
  if old.kind = 'contract' and exists (select 1 from loans l where l.id = old.loan_id and l.status in ('active', 'settled'))
    then raise exception 'loan_contract_stays' using errcode = 'CL004'; end if;
  return old;
end $$;
create trigger loan_files_stay before delete on loan_files for each row execute function loan_file_stays();

create function loan_installment_guard() returns trigger language plpgsql as $$
begin
  if (new.loan_id, new.version, new.seq, new.due_on, new.opening_minor, new.principal_minor, new.interest_minor, new.fee_minor, new.withholding_minor, new.total_minor)
     is distinct from (old.loan_id, old.version, old.seq, old.due_on, old.opening_minor, old.principal_minor, old.interest_minor, old.fee_minor, old.withholding_minor, old.total_minor)
     or old.replaced_in is not null
     or new.replaced_in is not null and (old.paid_principal_minor + old.paid_interest_minor + old.paid_fee_minor > 0 or old.ordered_minor > 0 or old.due_entry_id is not null)
    then raise exception 'loan_installment_fixed' using errcode = 'CL005'; end if;
  return new;
end $$;
create trigger loan_installments_guard before update on loan_installments for each row execute function loan_installment_guard();

create function loan_payment_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'unordered' then raise exception 'loan_payment_born' using errcode = 'CL010'; end if;
    if (select count(*) from bank_accounts b where b.id = new.payer_account_id and b.site_id = new.payer_site_id or b.id = new.payee_account_id and b.site_id = new.payee_site_id) <> 2
      then raise exception 'loan_payment_accounts' using errcode = 'CL014'; end if;
    return new;
  end if;
  if (to_jsonb(new) - 'status' - 'settled_minor') is distinct from (to_jsonb(old) - 'status' - 'settled_minor')
     or old.status <> new.status and (old.status, new.status) not in (('unordered', 'ordered'), ('ordered', 'unordered'), ('ordered', 'settled'),
       ('unordered', 'settled'), ('settled', 'unordered'), ('unordered', 'cancelled'))
    then raise exception 'loan_payment_fixed' using errcode = 'CL010'; end if;
  return new;
end $$;
create trigger loan_payments_guard before insert or update on loan_payments for each row execute function loan_payment_guard();

create function loan_movement_guard() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from loan_movements m where m.id = new.reverses_id and m.loan_id = new.loan_id and m.reverses_id is null
      and (m.principal_minor, m.interest_minor, m.fee_minor, m.withholding_minor, m.long_minor, m.early_principal_minor, m.early_interest_minor)
        = (-new.principal_minor, -new.interest_minor, -new.fee_minor, -new.withholding_minor, -new.long_minor, -new.early_principal_minor, -new.early_interest_minor))
    then raise exception 'loan_movement_reversal' using errcode = 'CL013'; end if;
  return new;
end $$;
create trigger loan_movements_guard before insert on loan_movements for each row when (new.reverses_id is not null) execute function loan_movement_guard();
`

const SUMS = `
-- Held when the transaction ends: a schedule and what was paid of it come in several statements.
create function loan_check(checked bigint) returns void language plpgsql as $$
declare
  l loans;
  owed bigint;
  early bigint;
begin
  select * into l from loans where id = checked;
  select coalesce(sum(principal_minor), 0), coalesce(sum(early_principal_minor), 0) into owed, early from loan_movements where loan_id = checked;
  if owed < 0 then raise exception 'loan_overpaid: %', l.number using errcode = 'CL006'; end if;
  if l.kind = 'credit_line' and owed > l.principal_minor and not l.capitalise then raise exception 'loan_limit: %', l.number using errcode = 'CL007'; end if;
  if l.kind = 'term' and l.schedule_version > 0 and l.status <> 'cancelled'
     and (select coalesce(sum(principal_minor), 0) from loan_installments where loan_id = checked and replaced_in is null) + early <> l.principal_minor
    then raise exception 'loan_schedule_sum: %', l.number using errcode = 'CL009'; end if;
end $$;

create function loan_check_row() returns trigger language plpgsql as $$
begin
  perform loan_check(new.loan_id);
  return null;
end $$;
create constraint trigger loan_movements_check after insert on loan_movements deferrable initially deferred
  for each row execute function loan_check_row();
create constraint trigger loan_installments_check_new after insert on loan_installments deferrable initially deferred
  for each row execute function loan_check_row();
create constraint trigger loan_installments_check_replaced after update of replaced_in on loan_installments deferrable initially deferred
  for each row when (old.replaced_in is distinct from new.replaced_in) execute function loan_check_row();

-- What is paid of an instalment is what movements paid of it.
create function loan_installment_check() returns trigger language plpgsql as $$
declare
  checked bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  if exists (select 1 from loan_installments i cross join lateral (select coalesce(sum(a.principal_minor), 0) as principal, coalesce(sum(a.interest_minor), 0) as interest,
        coalesce(sum(a.fee_minor), 0) as fee, coalesce(sum(a.withholding_minor), 0) as withholding from loan_allocations a where a.installment_id = i.id) a
      where i.id = checked and (i.paid_principal_minor, i.paid_interest_minor, i.paid_fee_minor, i.paid_withholding_minor)
        is distinct from (a.principal, a.interest, a.fee, a.withholding))
    then raise exception 'loan_paid_without_movement: %', checked using errcode = 'CL008'; end if;
  return null;
end $$;
create constraint trigger loan_installments_check_paid after update on loan_installments deferrable initially deferred for each row
  when ((old.paid_principal_minor, old.paid_interest_minor, old.paid_fee_minor, old.paid_withholding_minor)
    is distinct from (new.paid_principal_minor, new.paid_interest_minor, new.paid_fee_minor, new.paid_withholding_minor))
  execute function loan_installment_check('id');
create constraint trigger loan_allocations_check after insert on loan_allocations deferrable initially deferred
  for each row execute function loan_installment_check('installment_id');
`

const NETTING = `
create function loan_compensation_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then raise exception 'loan_compensation_born' using errcode = 'CL011'; end if;
    return new;
  end if;
  if (to_jsonb(new) - '{status,required,group_key,posted_on,reversal_reason,lock_version,updated_at}'::text[])
     is distinct from (to_jsonb(old) - '{status,required,group_key,posted_on,reversal_reason,lock_version,updated_at}'::text[])
     or old.status <> new.status and (old.status, new.status) not in (('proposed', 'approved'), ('proposed', 'cancelled'), ('approved', 'posted'), ('posted', 'reversed'))
     or old.group_key is not null and (new.group_key, new.posted_on) is distinct from (old.group_key, old.posted_on)
    then raise exception 'loan_compensation_fixed' using errcode = 'CL011'; end if;
  if new.status = 'approved' and old.status = 'proposed' and exists (select 1 from unnest(new.site_ids) s(company)
      where loan_approvals('loan_compensation', new.id, s.company, new.fingerprint) < greatest(1, coalesce((new.required ->> s.company::text)::int, 1)))
    then raise exception 'loan_compensation_not_approved' using errcode = 'CL012'; end if;
  return new;
end $$;
create trigger loan_compensations_guard before insert or update on loan_compensations for each row execute function loan_compensation_guard();
create trigger loan_compensations_hands after insert on loan_compensations for each row
  execute function note_document_hand('loan_compensation', 'id', 'created_by', 'wrote');
`
