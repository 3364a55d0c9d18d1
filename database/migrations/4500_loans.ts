import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Loans between companies of the group and of banks to them: what was agreed, the instalments in their versions, what was
 * lent and given back, rates, the interest of each month, what was moved from long to short term, and netting.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(LOANS)
    this.schema.raw(MONEY)
    this.schema.raw(NETTING)
  }

  async down() {
    this.schema.raw(`
      drop table loan_numbers, loan_compensation_transfers, loan_compensation_lines, loan_allocations, loan_movements,
        loan_payment_lines, loan_payments, loan_compensations, loan_reclassifications, loan_accruals, loan_rate_revisions,
        loan_installments, loan_files, loans cascade;
    `)
  }
}

const LOANS = `
create table loans (
  id bigint generated always as identity primary key,
  number varchar(20) not null unique,
  lender_site_id bigint references sites,
  lender_name text check (length(lender_name) between 2 and 120),
  borrower_site_id bigint not null references sites,
  kind text not null check (kind in ('term', 'credit_line', 'current_account')),
  currency char(3) not null default 'EUR' references currencies,
  -- The amount of a term loan, the limit of a credit line; a current account has none.
  principal_minor bigint check (principal_minor between 1 and 9999999999999),
  method text check (method in ('french', 'linear', 'bullet', 'custom')),
  rate_type text not null default 'fixed' check (rate_type in ('fixed', 'variable')),
  -- Percent a year.
  rate numeric(9, 6) not null default 0 check (rate between 0 and 30),
  rate_index text check (length(rate_index) between 2 and 40),
  spread numeric(9, 6) check (spread between -30 and 30),
  day_count text not null default '30/360' check (day_count in ('30/360', 'ACT/360', 'ACT/365')),
  periodicity text check (periodicity in ('monthly', 'quarterly', 'half_yearly', 'yearly', 'at_maturity')),
  start_on date not null,
  first_payment_on date,
  periods int check (periods between 1 and 480),
  maturity_on date,
  grace_periods int not null default 0 check (grace_periods >= 0),
  -- Days and amounts of a method of its own: [{"dueOn", "principalMinor"}].
  custom jsonb,
  capitalise boolean not null default false,
  -- Percent of the interest that the borrower withholds.
  withholding_rate numeric(5, 2) not null default 0 check (withholding_rate between 0 and 50),
  fee_minor bigint not null default 0 check (fee_minor between 0 and 99999999999),
  auto_pay boolean not null default false,
  market_rate_note text check (length(market_rate_note) <= 2000),
  lender_account_id bigint references bank_accounts,
  borrower_account_id bigint references bank_accounts,
  status text not null default 'draft' check (status in ('draft', 'active', 'settled', 'cancelled')),
  schedule_version int not null default 0 check (schedule_version >= 0),
  configured_at timestamptz,
  -- A loan that was running before it was entered: the day its balances are opened with in the books.
  loaded_on date,
  -- What was owed of a balance on that day.
  loaded_minor bigint check (loaded_minor > 0),
  -- How many approvals it needs in each company; told when the first is given.
  lender_required smallint,
  borrower_required smallint,
  activated_at timestamptz,
  settled_on date,
  defaulted_on date,
  cancel_reason text,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint loans_one_lender check (num_nonnulls(lender_site_id, lender_name) = 1),
  constraint loans_two_parties check (lender_site_id is distinct from borrower_site_id),
  constraint loans_of_banks check (lender_site_id is not null or kind = 'term'),
  constraint loans_principal check ((kind = 'current_account') = (principal_minor is null)),
  constraint loans_method check (kind = 'term' or method is null),
  constraint loans_custom check ((method = 'custom') is not true or custom is not null),
  constraint loans_configured check (configured_at is null or periodicity is not null and (kind <> 'term' or method is not null
    and first_payment_on is not null and periods is not null and maturity_on is not null)),
  constraint loans_grace check (grace_periods = 0 or periods is not null and grace_periods < periods and kind = 'term'),
  constraint loans_capitalise check (not capitalise or kind <> 'term'),
  constraint loans_first_payment check (first_payment_on > start_on),
  constraint loans_maturity check (maturity_on > start_on),
  constraint loans_active check ((status in ('active', 'settled')) = (activated_at is not null)),
  constraint loans_settled check ((status = 'settled') = (settled_on is not null)),
  constraint loans_cancelled check ((status = 'cancelled') = (cancel_reason is not null)),
  constraint loans_loaded check (loaded_on is null or loaded_on >= start_on),
  constraint loans_loaded_balance check (loaded_minor is null or loaded_on is not null and kind <> 'term')
);
comment on table loans is 'What one company lends another, or a bank a company: parties, terms and where it stands.';
create index loans_lender on loans (lender_site_id);
create index loans_borrower on loans (borrower_site_id);
create index loans_status on loans (status);
create index loans_principal_sort on loans (principal_minor, id);
create index loans_maturity_sort on loans (maturity_on, id);
-- Two current accounts of a pair would share one balance of the books.
create unique index loans_one_current_account on loans (least(lender_site_id, borrower_site_id), greatest(lender_site_id, borrower_site_id))
  where kind = 'current_account' and status in ('draft', 'active');
create unique index loans_no_twin on loans (coalesce(lender_site_id::text, lower(lender_name)), borrower_site_id, kind, principal_minor, start_on)
  where status in ('draft', 'active');
create trigger loans_touch before update on loans for each row execute function touch_updated_at();
create trigger loans_no_delete before delete on loans for each row execute function refuse_change();

create table loan_numbers (
  prefix text check (prefix in ('PR', 'CP')),
  year smallint,
  last int not null,
  primary key (prefix, year)
);
comment on table loan_numbers is 'Last number given to a loan (PR) or a netting (CP) in a year.';

create table loan_files (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans,
  kind text not null check (kind in ('contract', 'annex', 'market_rate', 'other')),
  file_id bigint not null references files,
  sha256 text not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint loan_files_once unique (loan_id, sha256)
);
comment on table loan_files is 'The contract of a loan and its other papers.';

create table loan_installments (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans,
  version int not null check (version > 0),
  seq int not null check (seq > 0),
  due_on date not null,
  opening_minor bigint not null check (opening_minor >= 0),
  principal_minor bigint not null check (principal_minor between 0 and opening_minor),
  interest_minor bigint not null check (interest_minor >= 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  withholding_minor bigint not null default 0 check (withholding_minor between 0 and interest_minor),
  total_minor bigint not null,
  paid_principal_minor bigint not null default 0,
  paid_interest_minor bigint not null default 0,
  paid_fee_minor bigint not null default 0,
  paid_withholding_minor bigint not null default 0,
  -- Taken by payments on their way.
  ordered_minor bigint not null default 0 check (ordered_minor >= 0),
  status text not null default 'planned' check (status in ('planned', 'due', 'ordered', 'partial', 'paid', 'offset', 'overdue')),
  -- The version that took its place; null for those that hold.
  replaced_in int,
  -- Entry of the borrower’s book that it waits on for its direct debit: of loans of banks.
  due_entry_id bigint references journal_entries,
  created_at timestamptz not null default now(),
  constraint loan_installments_version unique (loan_id, version, seq),
  constraint loan_installments_total check (total_minor = principal_minor + interest_minor + fee_minor),
  constraint loan_installments_paid check (paid_principal_minor between 0 and principal_minor and paid_interest_minor between 0 and interest_minor
    and paid_fee_minor between 0 and fee_minor and paid_withholding_minor between 0 and withholding_minor),
  constraint loan_installments_replaced check (replaced_in > version),
  constraint loan_installments_done check ((status in ('paid', 'offset'))
    = (paid_principal_minor = principal_minor and paid_interest_minor = interest_minor and paid_fee_minor = fee_minor and replaced_in is null)
    or replaced_in is not null)
);
comment on table loan_installments is 'Instalments of a loan by version of its schedule, and what of each was paid.';
create unique index loan_installments_current on loan_installments (loan_id, seq) where replaced_in is null;
create index loan_installments_due on loan_installments (due_on) where status in ('planned', 'due', 'partial', 'overdue', 'ordered')
  and replaced_in is null;
create index loan_installments_loan on loan_installments (loan_id, due_on) where replaced_in is null;
create trigger loan_installments_no_delete before delete on loan_installments for each row execute function refuse_change();

create table loan_rate_revisions (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans,
  from_on date not null,
  -- The first day that nothing was paid for yet: what was paid keeps its rate.
  effective_on date not null,
  rate numeric(9, 6) not null check (rate between 0 and 30),
  source text not null check (length(source) between 3 and 200),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint loan_rate_revisions_day unique (loan_id, from_on),
  constraint loan_rate_revisions_effective check (effective_on >= from_on)
);
comment on table loan_rate_revisions is 'New rates of a loan, from when and where they were read.';
create trigger loan_rate_revisions_fixed before update or delete on loan_rate_revisions for each row execute function refuse_change();

create table loan_accruals (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans,
  period date not null check (extract(day from period) = 1),
  days int not null check (days between 0 and 31),
  base_minor bigint not null,
  interest_minor bigint not null,
  -- A later day than the end of the month where that was closed.
  posted_on date not null,
  group_key uuid,
  created_at timestamptz not null default now(),
  constraint loan_accruals_once unique (loan_id, period)
);
comment on table loan_accruals is 'Interest of a loan by month, as it was booked at its end.';
create trigger loan_accruals_fixed before update or delete on loan_accruals for each row execute function refuse_change();

create table loan_reclassifications (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans,
  period date not null check (extract(day from period) = 1),
  -- From long to short term; negative the other way round.
  moved_minor bigint not null check (moved_minor <> 0),
  posted_on date not null,
  group_key uuid not null,
  created_at timestamptz not null default now(),
  constraint loan_reclassifications_once unique (loan_id, period)
);
comment on table loan_reclassifications is 'Principal of a loan that came to fall due within a year, by month.';
create trigger loan_reclassifications_fixed before update or delete on loan_reclassifications for each row execute function refuse_change();
`

const MONEY = `
create table loan_compensations (
  id bigint generated always as identity primary key,
  number varchar(20) not null unique,
  cut_off_on date not null,
  mode text not null check (mode in ('bilateral', 'multilateral')),
  site_ids bigint[] not null check (cardinality(site_ids) >= 2),
  includes_interest boolean not null,
  residual text not null check (residual in ('current', 'pay')),
  currency char(3) not null default 'EUR' references currencies,
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'posted', 'reversed', 'cancelled')),
  total_minor bigint not null check (total_minor > 0),
  -- What the balances were when it was proposed: it is posted only while they are the same.
  fingerprint text not null,
  required jsonb not null default '{}',
  group_key uuid,
  posted_on date,
  reversal_reason text,
  lock_version int not null default 0,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint loan_compensations_posted check ((status in ('posted', 'reversed')) = (group_key is not null and posted_on is not null)),
  constraint loan_compensations_reversed check ((status in ('reversed', 'cancelled')) = (reversal_reason is not null))
);
comment on table loan_compensations is 'Netting of debts between companies: proposed, approved in all of them, posted and reversed as one act.';
create index loan_compensations_sites on loan_compensations using gin (site_ids);
create trigger loan_compensations_touch before update on loan_compensations for each row execute function touch_updated_at();
create trigger loan_compensations_no_delete before delete on loan_compensations for each row execute function refuse_change();

create table loan_compensation_lines (
  id bigint generated always as identity primary key,
  loan_compensation_id bigint not null references loan_compensations,
  loan_id bigint references loans,
  site_id bigint not null references sites,
  partner_site_id bigint not null references sites,
  side text not null check (side in ('receivable', 'payable')),
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  check (site_id <> partner_site_id),
  check (principal_minor + interest_minor > 0)
);
comment on table loan_compensation_lines is 'A debt that a netting cancels, in the book of each side; without a loan it is the current account of two companies.';
create index loan_compensation_lines_of on loan_compensation_lines (loan_compensation_id);
create index loan_compensation_lines_loan on loan_compensation_lines (loan_id);
create trigger loan_compensation_lines_fixed before update or delete on loan_compensation_lines for each row execute function refuse_change();

create table loan_payments (
  id bigint generated always as identity primary key,
  loan_id bigint references loans,
  loan_compensation_id bigint references loan_compensations,
  type text not null check (type in ('disbursement', 'withdrawal', 'payment', 'early_payment', 'residual')),
  payer_site_id bigint not null references sites,
  payee_site_id bigint not null references sites,
  payer_account_id bigint not null references bank_accounts,
  payee_account_id bigint not null references bank_accounts,
  -- What is transferred: principal, interest and fees less what is withheld.
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null default 'EUR' references currencies,
  principal_minor bigint not null default 0 check (principal_minor >= 0),
  interest_minor bigint not null default 0 check (interest_minor >= 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  withholding_minor bigint not null default 0 check (withholding_minor between 0 and interest_minor),
  value_on date not null,
  early_option text check (early_option in ('reduce_instalment', 'reduce_term')),
  -- Of an early payment: the interest up to its day, and what is charged for it; both stand on no instalment.
  early_interest_minor bigint not null default 0 check (early_interest_minor >= 0),
  penalty_minor bigint not null default 0 check (penalty_minor >= 0),
  status text not null default 'unordered' check (status in ('unordered', 'ordered', 'settled', 'cancelled')),
  settled_minor bigint not null default 0,
  note text check (length(note) <= 500),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint loan_payments_of check (num_nonnulls(loan_id, loan_compensation_id) = 1 and (type = 'residual') = (loan_compensation_id is not null)),
  constraint loan_payments_parties check (payer_site_id <> payee_site_id and payer_account_id <> payee_account_id),
  constraint loan_payments_amount check (amount_minor = principal_minor + interest_minor + fee_minor - withholding_minor),
  constraint loan_payments_early check ((type = 'early_payment') = (early_option is not null)),
  constraint loan_payments_early_interest check (early_interest_minor <= interest_minor and penalty_minor <= fee_minor),
  constraint loan_payments_settled check (settled_minor = case when status = 'settled' then amount_minor else 0 end)
);
comment on table loan_payments is 'Money that is to move for a loan or what a netting leaves: who pays whom, of what it is made, and whether the bank did.';
create index loan_payments_loan on loan_payments (loan_id);
create index loan_payments_compensation on loan_payments (loan_compensation_id);
create index loan_payments_payer_account on loan_payments (payer_account_id);
create index loan_payments_payee_account on loan_payments (payee_account_id);
create trigger loan_payments_no_delete before delete on loan_payments for each row execute function refuse_change();

create table loan_payment_lines (
  loan_payment_id bigint not null references loan_payments,
  installment_id bigint not null references loan_installments,
  principal_minor bigint not null default 0 check (principal_minor >= 0),
  interest_minor bigint not null default 0 check (interest_minor >= 0),
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  withholding_minor bigint not null default 0 check (withholding_minor between 0 and interest_minor),
  primary key (loan_payment_id, installment_id),
  check (principal_minor + interest_minor + fee_minor > 0)
);
comment on table loan_payment_lines is 'Which instalments a payment of a loan is for.';
create index loan_payment_lines_installment on loan_payment_lines (installment_id);
create trigger loan_payment_lines_fixed before update or delete on loan_payment_lines for each row execute function refuse_change();

create table loan_movements (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans,
  type text not null check (type in ('disbursement', 'withdrawal', 'payment', 'early_payment', 'capitalisation', 'compensation', 'reversal')),
  value_on date not null,
  -- What is owed more (+) or less (−).
  principal_minor bigint not null,
  interest_minor bigint not null,
  fee_minor bigint not null default 0,
  withholding_minor bigint not null default 0,
  -- Of the principal, what stands on the accounts of long term.
  long_minor bigint not null default 0,
  -- Principal paid before its time with its interest: it changes the schedule and stands on no instalment.
  early_principal_minor bigint not null default 0,
  early_interest_minor bigint not null default 0,
  early_option text check (early_option in ('reduce_instalment', 'reduce_term')),
  -- Interest up to its day was not paid with it and waits for the next instalment.
  early_waits boolean not null default false,
  -- It happened before the loan was entered: the opening balances of the books hold it.
  is_opening boolean not null default false,
  idempotency_key text not null unique,
  group_key uuid,
  reverses_id bigint unique references loan_movements,
  loan_payment_id bigint references loan_payments,
  loan_compensation_id bigint references loan_compensations,
  bank_statement_line_id bigint references bank_statement_lines,
  note text check (length(note) <= 500),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint loan_movements_booked check (group_key is not null or is_opening or bank_statement_line_id is not null),
  constraint loan_movements_opening check (not is_opening or group_key is null),
  constraint loan_movements_reversal check ((type = 'reversal') = (reverses_id is not null)),
  constraint loan_movements_early check (early_principal_minor = 0 and early_interest_minor = 0 or early_option is not null)
);
comment on table loan_movements is 'Principal and interest that moved: what is owed of a loan on a day is the sum of its principal until then. Append only.';
create index loan_movements_loan on loan_movements (loan_id, value_on) include (principal_minor, interest_minor);
create index loan_movements_group on loan_movements (group_key);
create index loan_movements_compensation on loan_movements (loan_compensation_id);
create index loan_movements_payment on loan_movements (loan_payment_id);
create trigger loan_movements_fixed before update or delete on loan_movements for each row execute function refuse_change();

create table loan_allocations (
  loan_movement_id bigint not null references loan_movements,
  installment_id bigint not null references loan_installments,
  -- Paid (+), or taken back (−).
  principal_minor bigint not null,
  interest_minor bigint not null,
  fee_minor bigint not null,
  withholding_minor bigint not null,
  primary key (loan_movement_id, installment_id)
);
comment on table loan_allocations is 'Which instalments a movement paid. Append only.';
create index loan_allocations_installment on loan_allocations (installment_id);
create trigger loan_allocations_fixed before update or delete on loan_allocations for each row execute function refuse_change();
`

const NETTING = `
create table loan_compensation_transfers (
  id bigint generated always as identity primary key,
  loan_compensation_id bigint not null references loan_compensations,
  from_site_id bigint not null references sites,
  to_site_id bigint not null references sites,
  amount_minor bigint not null check (amount_minor > 0),
  loan_payment_id bigint references loan_payments,
  constraint loan_compensation_transfers_pair unique (loan_compensation_id, from_site_id, to_site_id),
  check (from_site_id <> to_site_id)
);
comment on table loan_compensation_transfers is 'What a netting leaves: who owes, or pays, whom.';
create trigger loan_compensation_transfers_no_delete before delete on loan_compensation_transfers for each row execute function refuse_change();
`
