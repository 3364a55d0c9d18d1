import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Legal matters of the companies (area 30): the catalogue of phases, procedures with their phases, files and costs, what was
 * paid outside of the product, the provision for what may be lost, and the reminders that went out.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(PHASES)
    this.schema.raw(PROCEDURES)
    this.schema.raw(COSTS)
    this.schema.raw(AROUND)
  }

  async down() {
    this.schema.raw(`
      drop table legal_reminders, legal_loss_provisions, manual_payment_offsets, legal_procedure_costs, legal_procedure_files, legal_procedure_phases,
        legal_procedures, legal_numbers, phases;
    `)
  }
}

const KINDS = `array['civil', 'commercial', 'labour', 'contentious', 'criminal', 'administrative', 'notarial', 'registry', 'licence', 'other']`

const PHASES = `
  create table phases (
    id bigint generated always as identity primary key,
    name text not null check (length(name) between 2 and 80),
    procedure_kinds text[] not null constraint phases_kinds check (cardinality(procedure_kinds) > 0 and procedure_kinds <@ ${KINDS}),
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
    constraint phases_position unique (position) deferrable initially deferred
  );
  create unique index phases_name on phases (lower(name));
  create trigger phases_touch before update on phases for each row execute function touch_updated_at();
`

const PROCEDURES = `
  create table legal_numbers (year smallint primary key, last int not null);

  create table legal_procedures (
    id bigint generated always as identity primary key,
    number text not null unique,
    site_id bigint not null references sites,
    kind text not null constraint legal_procedures_kind check (kind = any(${KINDS})),
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
    constraint legal_procedures_days check (expected_close_on >= opened_on and closed_on >= opened_on),
    constraint legal_procedures_opened check (status in ('draft', 'cancelled') or opened_on is not null),
    constraint legal_procedures_closed check ((status = 'closed') = (closed_on is not null) and (status <> 'closed' or outcome is not null)),
    constraint legal_procedures_probable check (provision_minor = 0 or probability = 'probable'),
    constraint legal_procedures_provided check (status not in ('closed', 'cancelled') or provision_minor = 0)
  );
  create unique index legal_procedures_court on legal_procedures (lower(court), lower(court_number)) where court is not null and court_number is not null and status <> 'cancelled';
  create index legal_procedures_site on legal_procedures (site_id, status, id);
  create index legal_procedures_search on legal_procedures using gin (search_text gin_trgm_ops);
  create trigger legal_procedures_touch before update on legal_procedures for each row execute function touch_updated_at();

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
    constraint legal_procedure_phases_position unique (procedure_id, position) deferrable initially deferred,
    constraint legal_procedure_phases_of unique (id, procedure_id),
    constraint legal_procedure_phases_planned check (planned_end >= planned_start),
    constraint legal_procedure_phases_actual check (actual_end >= actual_start),
    constraint legal_procedure_phases_started check ((status in ('active', 'completed')) = (actual_start is not null)),
    constraint legal_procedure_phases_ended check ((status = 'completed') = (actual_end is not null))
  );
  create index legal_procedure_phases_deadline on legal_procedure_phases (deadline_on) where status = 'active' and deadline_on is not null;
  create index legal_procedure_phases_phase on legal_procedure_phases (phase_id);
  create trigger legal_procedure_phases_touch before update on legal_procedure_phases for each row execute function touch_updated_at();

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
    constraint legal_procedure_files_once unique (procedure_id, sha256),
    constraint legal_procedure_files_of unique (id, procedure_id),
    constraint legal_procedure_files_phase foreign key (procedure_phase_id, procedure_id) references legal_procedure_phases (id, procedure_id),
    constraint legal_procedure_files_version check ((version > 1) = (replaces_id is not null))
  );
  create index legal_procedure_files_procedure on legal_procedure_files (procedure_id);
`

const COSTS = `
  create table legal_procedure_costs (
    id bigint generated always as identity primary key,
    procedure_id bigint not null references legal_procedures,
    procedure_phase_id bigint not null,
    concept text not null check (concept in ('fee', 'funds', 'court_fee', 'expert', 'deposit', 'notary', 'registry', 'awarded_costs')),
    description text not null check (length(description) between 3 and 120),
    provider_id bigint references providers,
    payee_name text check (length(payee_name) between 2 and 70),
    payee_iban text check (length(payee_iban) between 15 and 34),
    base_minor bigint not null check (base_minor between 0 and 99999999999),
    vat_minor bigint not null default 0 check (vat_minor between 0 and 99999999999),
    withholding_minor bigint not null default 0 check (withholding_minor between 0 and 99999999999),
    total_minor bigint not null check (total_minor between 1 and 99999999999),
    currency char(3) not null default 'EUR' references currencies check (currency = 'EUR'),
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
    created_by bigint references users,
    updated_by bigint references users,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint legal_costs_of unique (id, procedure_id),
    constraint legal_costs_phase foreign key (procedure_phase_id, procedure_id) references legal_procedure_phases (id, procedure_id),
    constraint legal_costs_document foreign key (document_id, procedure_id) references legal_procedure_files (id, procedure_id),
    constraint legal_costs_total check (total_minor = base_minor + vat_minor - withholding_minor),
    constraint legal_costs_paid_within check (paid_minor between 0 and total_minor),
    constraint legal_costs_paid check (status in ('planned', 'cancelled') and paid_minor = 0 or status not in ('planned', 'cancelled') and (status in ('paid', 'offset')) = (paid_minor = total_minor)),
    constraint legal_costs_payee check (status = 'planned' or num_nonnulls(provider_id, payee_iban) = 1 or status = 'cancelled'),
    constraint legal_costs_one_payee check (provider_id is null or num_nonnulls(payee_name, payee_iban) = 0),
    constraint legal_costs_other_payee check ((payee_name is null) = (payee_iban is null)),
    constraint legal_costs_documented check (status in ('planned', 'cancelled') or num_nonnulls(document_id, invoice_id) > 0),
    constraint legal_costs_one_invoice check (invoice_id is null or applied_invoice_id is null),
    constraint legal_costs_deposit check ((concept = 'deposit') = (deposit_term is not null)),
    constraint legal_costs_expense check (expense_account_id is null or concept not in ('deposit', 'funds') and withholding_minor = 0),
    constraint legal_costs_approved check ((status in ('planned')) = (approved_at is null) or status = 'cancelled'),
    constraint legal_costs_cancelled check ((status = 'cancelled') = (cancel_reason is not null))
  );
  create index legal_costs_due on legal_procedure_costs (status, due_on);
  create index legal_costs_phase on legal_procedure_costs (procedure_phase_id);
  create index legal_costs_procedure on legal_procedure_costs (procedure_id);
  create index legal_costs_document on legal_procedure_costs (document_id) where document_id is not null;
  create trigger legal_costs_touch before update on legal_procedure_costs for each row execute function touch_updated_at();

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
    constraint manual_payment_offsets_reversed check (num_nonnulls(reversed_at, reversal_reason) in (0, 2)),
    constraint manual_payment_offsets_compensated check ((method = 'compensation') = (counter_account_id is not null)),
    constraint manual_payment_offsets_movement check (bank_statement_line_id is null or method not in ('cash', 'compensation'))
  );
  create index manual_payment_offsets_cost on manual_payment_offsets (cost_id);
  create index manual_payment_offsets_document on manual_payment_offsets (document_id);
  create unique index manual_payment_offsets_once on manual_payment_offsets (bank_statement_line_id) where reversed_at is null;
`

const AROUND = `
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
  create index legal_loss_provisions_procedure on legal_loss_provisions (procedure_id);

  create table legal_reminders (
    procedure_phase_id bigint not null references legal_procedure_phases,
    deadline_on date not null,
    days_before smallint not null,
    created_at timestamptz not null default now(),
    primary key (procedure_phase_id, deadline_on, days_before)
  );
`
