import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Legal matters of the companies: the catalogue of phases, procedures with their phases, files and costs, what was paid
 * outside of the product, the provision for what may be lost, and the reminders that went out. Procedures, phases and
 * costs take only the steps of their tables (CP001), and what was noted is not rewritten (CP005).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table phases, legal_numbers, legal_procedures, legal_procedure_phases, legal_procedure_files,
        legal_procedure_costs, manual_payment_offsets, legal_loss_provisions, legal_reminders cascade;
      drop function if exists legal_procedure_guard, legal_phase_guard, manual_payment_offset_guard,
        legal_cost_follows_invoice, provider_merge_legal cascade;
    `)
  }
}

const TABLES = `
create table legal_procedures (
  id bigint generated always as identity primary key,
  number text not null unique,
  site_id bigint not null references sites,
  kind text not null,
  title text not null check (length(title) between 3 and 160),
  court text check (length(court) between 2 and 120),
  court_number text check (length(court_number) between 1 and 40),
  counterparty text check (length(counterparty) between 2 and 160),
  role text not null default 'claimant' check (role in ('claimant', 'defendant', 'applicant')),
  lawyer_provider_id bigint references providers,
  solicitor_provider_id bigint references providers,
  claim_minor bigint check (claim_minor between 0 and 9999999999999),
  probability text check (probability in ('remote', 'possible', 'probable')),
  provision_minor bigint not null default 0 check (provision_minor >= 0),
  provision_term text not null default 'long' check (provision_term in ('long', 'short')),
  opened_on date,
  expected_close_on date,
  closed_on date,
  outcome text check (length(outcome) between 3 and 500),
  status text not null default 'draft' check (status in ('draft', 'open', 'suspended', 'closed', 'cancelled')),
  responsible_user_id bigint references users,
  confidential boolean not null default false,
  notes text check (length(notes) <= 4000),
  search_text text not null default '',
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint legal_procedures_closed check ((status = 'closed') = (closed_on is not null) and (status <> 'closed'
    or outcome is not null)),
  constraint legal_procedures_days check (expected_close_on >= opened_on and closed_on >= opened_on),
  constraint legal_procedures_kind check (kind = any(array['civil', 'commercial', 'labour', 'contentious', 'criminal',
    'administrative', 'notarial', 'registry', 'licence', 'other'])),
  constraint legal_procedures_opened check (status in ('draft', 'cancelled') or opened_on is not null),
  constraint legal_procedures_probable check (provision_minor = 0 or probability = 'probable'),
  constraint legal_procedures_provided check (status not in ('closed', 'cancelled') or provision_minor = 0)
);
comment on table legal_procedures is 'Lawsuits, deeds and other procedures.';
create unique index legal_procedures_court on legal_procedures (lower(court), lower(court_number)) where court is not null
  and court_number is not null and status <> 'cancelled';
create index legal_procedures_site on legal_procedures (site_id, status, id);
create index legal_procedures_search on legal_procedures using gin (search_text gin_trgm_ops);
create trigger legal_procedures_touch before update on legal_procedures for each row execute function touch_updated_at();
create trigger legal_procedures_no_delete before delete on legal_procedures for each row execute function refuse_change();

create table phases (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 2 and 80),
  procedure_kinds text[] not null,
  position int not null check (position > 0),
  default_days int check (default_days between 1 and 3650),
  default_amount_minor bigint check (default_amount_minor between 0 and 99999999999),
  requires_file boolean not null default false,
  requires_payment boolean not null default false,
  colour text not null default 'grey' check (colour in ('grey', 'blue', 'teal', 'green', 'amber', 'red', 'violet')),
  active boolean not null default true,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint phases_position unique (position) deferrable initially deferred,
  constraint phases_kinds check (cardinality(procedure_kinds) > 0 and procedure_kinds <@ array['civil', 'commercial', 'labour',
    'contentious', 'criminal', 'administrative', 'notarial', 'registry', 'licence', 'other'])
);
comment on table phases is 'Phases that legal procedures are made of.';
create unique index phases_name on phases (lower(name));
create trigger phases_touch before update on phases for each row execute function touch_updated_at();

create table legal_procedure_phases (
  id bigint generated always as identity primary key,
  procedure_id bigint not null references legal_procedures,
  phase_id bigint not null references phases,
  position int not null check (position > 0),
  name text not null,
  planned_start date,
  planned_end date,
  actual_start date,
  actual_end date,
  deadline_on date,
  planned_cost_minor bigint not null default 0 check (planned_cost_minor between 0 and 99999999999),
  status text not null default 'pending' check (status in ('pending', 'active', 'completed', 'skipped')),
  notes text check (length(notes) <= 2000),
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint legal_procedure_phases_of unique (id, procedure_id),
  constraint legal_procedure_phases_position unique (procedure_id, position) deferrable initially deferred,
  constraint legal_procedure_phases_actual check (actual_end >= actual_start),
  constraint legal_procedure_phases_ended check ((status = 'completed') = (actual_end is not null)),
  constraint legal_procedure_phases_planned check (planned_end >= planned_start),
  constraint legal_procedure_phases_started check ((status in ('active', 'completed')) = (actual_start is not null))
);
comment on table legal_procedure_phases is 'Phases of a legal procedure with their terms.';
create index legal_procedure_phases_deadline on legal_procedure_phases (deadline_on) where status = 'active'
  and deadline_on is not null;
create index legal_procedure_phases_phase on legal_procedure_phases (phase_id);
create trigger legal_procedure_phases_touch before update
  on legal_procedure_phases for each row execute function touch_updated_at();

create table legal_procedure_files (
  id bigint generated always as identity primary key,
  procedure_id bigint not null references legal_procedures,
  procedure_phase_id bigint,
  kind text not null check (kind in ('claim', 'writ', 'ruling', 'power', 'invoice', 'receipt', 'other')),
  file_id bigint not null references files,
  sha256 text not null,
  version int not null default 1 check (version > 0),
  replaces_id bigint unique references legal_procedure_files,
  confidential boolean not null default false,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint legal_procedure_files_of unique (id, procedure_id),
  constraint legal_procedure_files_once unique (procedure_id, sha256),
  constraint legal_procedure_files_version check ((version > 1) = (replaces_id is not null)),
  constraint legal_procedure_files_phase foreign key (procedure_phase_id, procedure_id)
    references legal_procedure_phases (id, procedure_id)
);
comment on table legal_procedure_files is 'Files of a legal procedure, in versions.';
create index legal_procedure_files_procedure on legal_procedure_files (procedure_id);

create table legal_procedure_costs (
  id bigint generated always as identity primary key,
  procedure_id bigint not null references legal_procedures,
  procedure_phase_id bigint not null,
  concept text not null check (concept in ('fee', 'funds', 'court_fee', 'expert', 'deposit', 'notary', 'registry',
    'awarded_costs')),
  description text not null check (length(description) between 3 and 120),
  provider_id bigint references providers,
  payee_name text check (length(payee_name) between 2 and 70),
  payee_iban text check (length(payee_iban) between 15 and 34),
  base_minor bigint not null check (base_minor between 0 and 99999999999),
  vat_minor bigint not null default 0 check (vat_minor between 0 and 99999999999),
  withholding_minor bigint not null default 0 check (withholding_minor between 0 and 99999999999),
  total_minor bigint not null check (total_minor between 1 and 99999999999),
  currency char(3) not null default 'EUR' check (currency = 'EUR') references currencies,
  due_on date not null,
  deposit_term text check (deposit_term in ('long', 'short')),
  expense_account_id bigint references ledger_accounts,
  document_id bigint,
  invoice_id bigint unique references invoices,
  applied_invoice_id bigint unique references invoices,
  applied_entry_id bigint references journal_entries,
  status text not null default 'planned' check (status in ('planned', 'payable', 'ordered', 'paid', 'offset', 'cancelled')),
  paid_minor bigint not null default 0,
  accrual_entry_id bigint references journal_entries,
  cancel_reason text,
  approved_by bigint references users,
  approved_at timestamptz,
  listed_entry_id bigint references iban_blacklist on delete set null,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint legal_costs_of unique (id, procedure_id),
  constraint legal_costs_approved check ((status in ('planned')) = (approved_at is null) or status = 'cancelled'),
  constraint legal_costs_cancelled check ((status = 'cancelled') = (cancel_reason is not null)),
  constraint legal_costs_deposit check ((concept = 'deposit') = (deposit_term is not null)),
  constraint legal_costs_documented check (status in ('planned', 'cancelled') or num_nonnulls(document_id, invoice_id) > 0),
  constraint legal_costs_expense check (expense_account_id is null or concept not in ('deposit', 'funds')
    and withholding_minor = 0),
  constraint legal_costs_one_invoice check (invoice_id is null or applied_invoice_id is null),
  constraint legal_costs_one_payee check (provider_id is null or num_nonnulls(payee_name, payee_iban) = 0),
  constraint legal_costs_other_payee check ((payee_name is null) = (payee_iban is null)),
  constraint legal_costs_paid check (status in ('planned', 'cancelled') and paid_minor = 0
    or status not in ('planned', 'cancelled') and (status in ('paid', 'offset')) = (paid_minor = total_minor)),
  constraint legal_costs_paid_within check (paid_minor between 0 and total_minor),
  constraint legal_costs_payee check (status = 'planned' or num_nonnulls(provider_id, payee_iban) = 1 or status = 'cancelled'),
  constraint legal_costs_total check (total_minor = base_minor + vat_minor - withholding_minor),
  constraint legal_costs_document foreign key (document_id, procedure_id) references legal_procedure_files (id, procedure_id),
  constraint legal_costs_phase foreign key (procedure_phase_id, procedure_id)
    references legal_procedure_phases (id, procedure_id)
);
comment on table legal_procedure_costs is 'Costs of a legal procedure, planned or owed.';
create index legal_costs_due on legal_procedure_costs (status, due_on);
create index legal_costs_phase on legal_procedure_costs (procedure_phase_id);
create index legal_costs_procedure on legal_procedure_costs (procedure_id);
create index legal_costs_document on legal_procedure_costs (document_id) where document_id is not null;
create index legal_costs_owed on legal_procedure_costs (due_on, id) include (procedure_id, status, total_minor, paid_minor)
  where status in ('payable', 'ordered');
create index legal_costs_owed_total on legal_procedure_costs (total_minor, id) include (procedure_id, status)
  where status in ('payable', 'ordered');
create index legal_procedure_costs_open_payees on legal_procedure_costs (payee_iban text_pattern_ops)
  where payee_iban is not null and status in ('planned', 'payable', 'ordered');
create trigger legal_costs_touch before update on legal_procedure_costs for each row execute function touch_updated_at();
create trigger legal_costs_no_delete before delete on legal_procedure_costs for each row execute function refuse_change();

create table legal_loss_provisions (
  id bigint generated always as identity primary key,
  procedure_id bigint not null references legal_procedures,
  event text not null check (event in ('set', 'used', 'released')),
  amount_minor bigint not null check (amount_minor <> 0),
  balance_minor bigint not null check (balance_minor >= 0),
  term text not null check (term in ('long', 'short')),
  reason text not null check (length(reason) between 5 and 500),
  journal_entry_id bigint not null references journal_entries,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
comment on table legal_loss_provisions is 'Provisions for a lawsuit, with their entries.';
create index legal_loss_provisions_procedure on legal_loss_provisions (procedure_id);
create trigger legal_loss_provisions_fixed before update or delete
  on legal_loss_provisions for each row execute function refuse_change();

create table legal_numbers (
  year smallint primary key,
  last int not null
);
comment on table legal_numbers is 'Last number given to a legal procedure in a year.';

create table legal_reminders (
  procedure_phase_id bigint references legal_procedure_phases,
  deadline_on date,
  days_before smallint,
  created_at timestamptz not null default now(),
  primary key (procedure_phase_id, deadline_on, days_before)
);
comment on table legal_reminders is 'Reminders of terms that were sent.';

create table manual_payment_offsets (
  id bigint generated always as identity primary key,
  cost_id bigint not null references legal_procedure_costs,
  amount_minor bigint not null check (amount_minor > 0),
  paid_on date not null,
  method text not null check (method in ('transfer', 'cash', 'cheque', 'compensation', 'court_deposit')),
  reference text not null check (length(reference) between 2 and 120),
  bank_statement_line_id bigint references bank_statement_lines,
  counter_account_id bigint references ledger_accounts,
  document_id bigint not null references legal_procedure_files,
  reason text check (length(reason) <= 500),
  journal_entry_id bigint references journal_entries,
  reversed_at timestamptz,
  reversed_by bigint references users,
  reversal_reason text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint manual_payment_offsets_compensated check ((method = 'compensation') = (counter_account_id is not null)),
  constraint manual_payment_offsets_movement check (bank_statement_line_id is null or method not in ('cash', 'compensation')),
  constraint manual_payment_offsets_reversed check (num_nonnulls(reversed_at, reversal_reason) in (0, 2))
);
comment on table manual_payment_offsets is 'Costs that were paid outside of the product.';
create index manual_payment_offsets_cost on manual_payment_offsets (cost_id);
create index manual_payment_offsets_document on manual_payment_offsets (document_id);
create unique index manual_payment_offsets_once on manual_payment_offsets (bank_statement_line_id) where reversed_at is null;
create trigger manual_payment_offsets_no_delete before delete
  on manual_payment_offsets for each row execute function refuse_change();
`

const FUNCTIONS = `
create function legal_procedure_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'draft' or new.provision_minor <> 0 then raise exception 'legal_procedure_not_draft' using errcode = 'CP001'; end if;
    return new;
  end if;
  if (new.number, new.site_id, new.created_by) is distinct from (old.number, old.site_id, old.created_by)
    then raise exception 'legal_procedure_fixed' using errcode = 'CP005'; end if;
  if new.status = old.status then return new; end if;
  if (old.status, new.status) not in (('draft', 'open'), ('draft', 'cancelled'), ('open', 'suspended'), ('suspended', 'open'), ('open', 'closed'), ('closed', 'open'), ('open', 'cancelled'))
    then raise exception 'legal_procedure_no_way' using errcode = 'CP001'; end if;
  if new.status = 'closed' and (exists (select 1 from legal_procedure_phases p where p.procedure_id = new.id and p.status in ('pending', 'active'))
      or exists (select 1 from legal_procedure_costs c where c.procedure_id = new.id and c.status in ('planned', 'payable', 'ordered')))
    then raise exception 'legal_procedure_unfinished' using errcode = 'CP001'; end if;
  if new.status = 'cancelled' and exists (select 1 from legal_procedure_costs c where c.procedure_id = new.id and (c.paid_minor > 0 or c.status <> 'cancelled'))
    then raise exception 'legal_procedure_paid' using errcode = 'CP001'; end if;
  return new;
end $$;
create trigger legal_procedures_guard before insert or update
  on legal_procedures for each row execute function legal_procedure_guard();

create function legal_phase_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then raise exception 'legal_phase_not_pending' using errcode = 'CP001'; end if;
    return new;
  end if;
  if (new.procedure_id, new.phase_id, new.name) is distinct from (old.procedure_id, old.phase_id, old.name)
    then raise exception 'legal_phase_fixed' using errcode = 'CP005'; end if;
  if new.status <> old.status and (old.status, new.status) not in (('pending', 'active'), ('active', 'completed'), ('pending', 'skipped'), ('completed', 'active'))
    then raise exception 'legal_phase_no_way' using errcode = 'CP001'; end if;
  return new;
end $$;
create trigger legal_procedure_phases_guard before insert or update
  on legal_procedure_phases for each row execute function legal_phase_guard();

create function manual_payment_offset_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select 1 from legal_procedure_costs c join legal_procedure_files f on f.procedure_id = c.procedure_id and f.id = new.document_id
         where c.id = new.cost_id and c.status = 'payable' and c.invoice_id is null and new.amount_minor <= c.total_minor - c.paid_minor)
      then raise exception 'legal_offset_exceeds' using errcode = 'CP003'; end if;
    return new;
  end if;
  if old.reversed_at is not null or (new.cost_id, new.amount_minor, new.paid_on, new.method, new.reference, new.bank_statement_line_id, new.counter_account_id, new.document_id, new.created_by)
       is distinct from (old.cost_id, old.amount_minor, old.paid_on, old.method, old.reference, old.bank_statement_line_id, old.counter_account_id, old.document_id, old.created_by)
     or old.journal_entry_id is not null and new.journal_entry_id is distinct from old.journal_entry_id
    then raise exception 'legal_offset_fixed' using errcode = 'CP005'; end if;
  return new;
end $$;
create trigger manual_payment_offsets_guard before insert or update
  on manual_payment_offsets for each row execute function manual_payment_offset_guard();

-- A cost with an invoice is what the invoice says: its amounts, what of it is paid, and whether a payment is under way
-- (CP006).
create function legal_cost_follows_invoice() returns trigger language plpgsql as $$
begin
  update legal_procedure_costs set paid_minor = least(new.total_minor, new.total_minor + new.rounding_minor - new.outstanding_minor),
      status = case when new.outstanding_minor = 0 then 'paid' when new.payment_state = 'in_process' then 'ordered' else 'payable' end
   where invoice_id = new.id and status in ('payable', 'ordered', 'paid');
  return null;
end $$;
create trigger invoices_legal_cost after update of outstanding_minor, payment_state on invoices for each row
  when (old.outstanding_minor is distinct from new.outstanding_minor or old.payment_state is distinct from new.payment_state)
  execute function legal_cost_follows_invoice();

-- As with everything else of a supplier that was merged: nothing is left with it (CA048).
create function provider_merge_legal() returns trigger language plpgsql as $$
begin
  if exists (select 1 from legal_procedure_costs where provider_id = new.id)
     or exists (select 1 from legal_procedures where new.id in (lawyer_provider_id, solicitor_provider_id))
    then raise exception 'provider_merge_incomplete: %', new.id using errcode = 'CA048'; end if;
  return null;
end $$;
create constraint trigger providers_merge_legal after update of status on providers deferrable initially deferred
  for each row when (new.status = 'merged') execute function provider_merge_legal();

create trigger legal_procedure_costs_second_person before insert or update of approved_by on legal_procedure_costs for each row
  when (new.approved_by is not null) execute function second_person_guard('approved_by');
create trigger legal_procedure_costs_hands_0 after insert on legal_procedure_costs for each row
  execute function note_document_hand('legal_cost', 'id', 'created_by updated_by', 'wrote');
create trigger legal_procedure_costs_hands_1 after update of concept, description, provider_id, payee_name, payee_iban,
  base_minor, vat_minor, withholding_minor, total_minor, due_on, expense_account_id, document_id, deposit_term
  on legal_procedure_costs for each row when ((old.concept, old.description, old.provider_id, old.payee_name, old.payee_iban,
  old.base_minor, old.vat_minor, old.withholding_minor, old.total_minor, old.due_on, old.expense_account_id, old.document_id,
  old.deposit_term) is distinct from (new.concept, new.description, new.provider_id, new.payee_name, new.payee_iban,
  new.base_minor, new.vat_minor, new.withholding_minor, new.total_minor, new.due_on, new.expense_account_id, new.document_id,
  new.deposit_term))
  execute function note_document_hand('legal_cost', 'id', 'updated_by', 'wrote');
`
