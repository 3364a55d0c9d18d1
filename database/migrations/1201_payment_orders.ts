import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Payments: what the engine relies on, also where a mistake in the code could pass it by. An order begins as a draft
 * and takes only the steps of its table, what was approved is what is paid, and nothing owed is ordered or settled
 * twice.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      alter table provider_reserve_movements drop constraint provider_reserve_movements_payment_order_id_fkey;
      drop table payment_batches, payment_orders, payment_runs, payment_kinds cascade;
      drop function if exists payment_order_guard, payment_order_birth, payment_order_cover, payment_order_obstacle cascade;
      drop sequence payment_order_numbers, payment_batch_numbers, sepa_message_numbers, payment_run_numbers,
        expense_note_numbers;
    `)
  }
}

const TABLES = `
create sequence payment_order_numbers;
create sequence payment_batch_numbers;
create sequence sepa_message_numbers;
create sequence payment_run_numbers;
create sequence expense_note_numbers;

create table payment_kinds (
  kind text primary key check (kind ~ '^[a-z_]+$'),
  document_type text not null,
  approvals text not null check (approvals in ('payment_supplier', 'payment_payroll', 'payment_legal', 'payment_recurrent',
    'payment_tax', 'expense_note', 'loan', 'rebilling', 'internal_transfer')),
  is_senior boolean not null default false,
  unique (kind, document_type)
);
comment on table payment_kinds is 'Kinds of payments: the documents that each pays, whose approvals count and whether accounting staff see it.';

create table payment_batches (
  id bigint generated always as identity primary key,
  number text not null unique,
  site_id bigint not null references sites,
  debtor_account_id bigint not null references bank_accounts,
  channel text not null check (channel in ('api', 'sepa_file', 'card', 'internal', 'manual')),
  execution_date date not null,
  currency char(3) not null,
  speed text not null default 'normal' check (speed in ('normal', 'instant')),
  purpose text check (purpose in ('SALA', 'SUPP', 'INTC')),
  message_id varchar(35) not null unique,
  count int not null default 0,
  total_minor bigint not null default 0,
  status text not null default 'building' check (status in ('building', 'ready', 'sent', 'partially_done', 'done', 'cancelled',
    'failed')),
  file_id bigint references files,
  file_sha256 text,
  downloads int not null default 0,
  exported_by bigint references users,
  exported_at timestamptz,
  sent_by bigint references users,
  sent_at timestamptz,
  release_at timestamptz,
  -- How many payments of the common kinds it holds and how much they are: what accounting staff reads of it. The kinds are
  -- those that they see.
  common_count int not null default 0,
  common_minor bigint not null default 0,
  -- When the bytes of the file were written: later than the batch where a payment was taken out of it.
  written_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status not in ('sent', 'done', 'partially_done') or channel <> 'sepa_file' or file_id is not null),
  constraint payment_batches_failed_had_file check (status <> 'failed' or channel <> 'sepa_file' or file_id is not null)
);
comment on table payment_batches is 'Payments that leave together: a file, by hand or by network.';
create index payment_batches_status on payment_batches (status, created_at desc);
create index payment_batches_site on payment_batches (site_id, id);
create index payment_batches_common on payment_batches (id) where common_count > 0;
create index payment_batches_total on payment_batches (total_minor, id);
create index payment_batches_common_total on payment_batches (common_minor, id) where common_count > 0;
create index payment_batches_day on payment_batches (execution_date, id);
create trigger payment_batches_touch before update on payment_batches for each row execute function touch_updated_at();

create table payment_runs (
  id bigint generated always as identity primary key,
  number text not null unique,
  site_id bigint not null references sites,
  debtor_account_id bigint not null references bank_accounts,
  concept text not null,
  execution_date date not null,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
comment on table payment_runs is 'Payments that are approved as a whole (salaries).';

-- A transfer to a payee of dots and spaces reaches nobody: no order is without a letter or a figure in the name. A payment
-- that an approver refused is a draft again and says so, by whom and why, until somebody goes on with it.
-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table payment_orders (
  id bigint generated always as identity primary key,
  number varchar(20) not null unique,
  kind text not null,
  site_id bigint not null references sites,
  source_type text not null,
  source_id bigint not null,
  source_part int not null default 1,
  debtor_account_id bigint not null references bank_accounts,
  debtor_virtual_account_id bigint references virtual_accounts,
  creditor_type text not null check (creditor_type in ('provider', 'employee', 'site', 'other')),
  creditor_id bigint,
  creditor_name varchar(70) not null,
  provider_bank_id bigint references provider_banks,
  employee_bank_id bigint,
  creditor_iban varchar(34),
  creditor_details jsonb,
  amount_minor bigint not null check (amount_minor > 0),
  currency char(3) not null default 'EUR' references currencies,
  execution_date date not null,
  speed text not null default 'normal' check (speed in ('normal', 'instant')),
  remittance varchar(140) not null,
  end_to_end_id varchar(35) not null unique,
  channel text not null check (channel in ('api', 'sepa_file', 'card', 'internal', 'manual')),
  status text not null default 'draft' check (status in ('draft', 'buffered', 'approved', 'sent', 'paid', 'reconciled',
    'failed', 'returned', 'cancelled')),
  sub_status text check (sub_status in ('queued', 'submitting', 'unknown', 'awaiting_authorisation', 'processing',
    'vop_pending_decision')),
  hold_reason text check (hold_reason in ('blacklist', 'no_funds', 'connector_down', 'iban_changed', 'vop_no_match',
    'source_changed', 'payee_blocked', 'payee_inactive', 'bank_unverified', 'bank_waiting', 'payee_collects')),
  fingerprint text not null,
  required_approvals smallint,
  reinforced_reasons text[] not null default '{}',
  duplicate_confirmed boolean not null default false,
  batch_id bigint references payment_batches,
  transfer_group_id uuid,
  idempotency_key uuid not null default gen_random_uuid() unique,
  provider_ref text,
  provider_status text,
  vop_result text,
  vop_at timestamptz,
  buffered_at timestamptz,
  approved_at timestamptz,
  sent_at timestamptz,
  paid_at timestamptz,
  failed_at timestamptz,
  returned_at timestamptz,
  failure_code text,
  failure_message text,
  paid_proof text,
  retry_of_id bigint references payment_orders,
  last_edited_by bigint references users,
  -- The day on which the money left; of what never left, the day on which that was known. A column of its own: an index on an
  -- expression cannot answer by itself, and a deep page then reads every row that it skips.
  history_on date generated always as (case when status in ('paid', 'reconciled', 'failed', 'returned')
    then coalesce((coalesce(paid_at, failed_at, returned_at) at time zone 'Europe/Madrid')::date, execution_date) end) stored,
  pay_now boolean not null default false,
  pay_now_reason text,
  held_since timestamptz,
  acknowledged_at timestamptz,
  polled_at timestamptz,
  proof_file_id bigint references files,
  run_id bigint references payment_runs,
  vop_name text,
  vop_confirmed_by bigint references users,
  rejected_by bigint references users,
  rejected_at timestamptz,
  rejection_reason text,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'sent') = (sub_status is not null)),
  check (provider_bank_id is null or employee_bank_id is null),
  check (status in ('draft', 'cancelled') or required_approvals is not null),
  constraint payment_orders_creditor_name_readable check (creditor_name ~ '[A-Za-z0-9]'),
  constraint payment_orders_pay_now check (not pay_now or length(pay_now_reason) >= 5),
  constraint payment_orders_rejected check (num_nonnulls(rejected_at, rejection_reason) in (0, 2) and (rejected_by is null
    or rejected_at is not null) and (rejected_at is null or status = 'draft')),
  constraint payment_orders_vop check (vop_result in ('match', 'close_match', 'no_match', 'not_possible')
    and vop_at is not null or vop_result is null),
  constraint payment_orders_employee_bank foreign key (employee_bank_id) references employee_banks,
  constraint payment_orders_kind foreign key (kind, source_type) references payment_kinds (kind, document_type)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table payment_orders is 'Payments: whom, how much, from where, what for, and where they stand.';
create unique index payment_orders_live on payment_orders (source_type, source_id, source_part)
  where status not in ('cancelled', 'failed', 'returned');
create index payment_orders_status on payment_orders (status, execution_date, id);
create index payment_orders_site on payment_orders (site_id, status, execution_date);
create index payment_orders_source on payment_orders (source_type, source_id);
create index payment_orders_batch on payment_orders (batch_id);
create index payment_orders_creditor on payment_orders (creditor_iban, amount_minor);
create index payment_orders_sent on payment_orders (sub_status, updated_at) where status = 'sent';
create index payment_orders_payee on payment_orders (creditor_type, creditor_id, id desc);
create index payment_orders_in_transit on payment_orders (debtor_account_id, execution_date) where status = 'sent';
create index payment_orders_history on payment_orders (history_on desc, id desc)
  where status in ('paid', 'reconciled', 'failed', 'returned');
create index payment_orders_history_site on payment_orders (site_id, history_on desc, id desc)
  where status in ('paid', 'reconciled', 'failed', 'returned');
create index payment_orders_history_account on payment_orders (debtor_account_id, history_on desc, id desc)
  where status in ('paid', 'reconciled', 'failed', 'returned');
create index payment_orders_history_status on payment_orders (status, history_on desc, id desc)
  where status in ('paid', 'reconciled', 'failed', 'returned');
create index payment_orders_history_user on payment_orders (created_by, history_on desc, id desc)
  where status in ('paid', 'reconciled', 'failed', 'returned');
create index payment_orders_history_amount on payment_orders (amount_minor, id)
  where status in ('paid', 'reconciled', 'failed', 'returned');
create index payment_orders_history_payee on payment_orders (creditor_type, creditor_id, history_on desc)
  where status in ('paid', 'reconciled', 'failed', 'returned');
create index payment_orders_history_payroll on payment_orders (history_on desc, id desc)
  where status in ('paid', 'reconciled', 'failed', 'returned') and kind = 'payroll';
create index payment_orders_debtor on payment_orders (debtor_account_id, status);
create unique index payment_orders_retry on payment_orders (retry_of_id)
  where retry_of_id is not null and status not in ('cancelled', 'failed', 'returned');
create index payment_orders_api_sent on payment_orders (polled_at) where status = 'sent' and channel = 'api';
create index payment_orders_run on payment_orders (run_id) where run_id is not null;
create index payment_orders_group on payment_orders (transfer_group_id) where transfer_group_id is not null;
create index payment_orders_recent on payment_orders (kind, updated_at) include (site_id)
  where status in ('paid', 'reconciled', 'failed', 'returned', 'cancelled');
-- Words are looked for in the same text of a payment in the history and in the screens that pay; theirs also holds what was
-- annulled. One index serves both.
create index payment_orders_history_text
  on payment_orders using gin ((f_unaccent(lower(creditor_name::text || ' ' || remittance::text || ' ' || end_to_end_id::text || ' ' || number::text))) gin_trgm_ops) where status in ('paid', 'reconciled', 'failed', 'returned', 'cancelled');
-- Payments with which something is wrong, as the tab of incidents asks for them. One that the bank has may need somebody as
-- well: the account of its payee changed afterwards.
create index payment_orders_incident on payment_orders (kind, id) include (site_id) where (status in ('failed', 'returned')
  or (hold_reason is not null and status in ('draft', 'buffered', 'approved', 'sent'))
  or sub_status in ('unknown', 'vop_pending_decision'));
create trigger payment_orders_touch before update on payment_orders for each row execute function touch_updated_at();
create trigger payment_orders_no_delete before delete on payment_orders for each row
  when (old.status <> 'draft') execute function refuse_change();

alter table provider_reserve_movements add foreign key (payment_order_id) references payment_orders;
`

const ROWS = `
-- A new kind brings its row: the documents that it pays, whose approvals count, whether accounting staff see it. Nothing of a
-- kind that has none is paid.
insert into payment_kinds (kind, document_type, approvals, is_senior) values
  ('expense_note', 'expense_note', 'expense_note', false),
  ('internal', 'own_transfer', 'internal_transfer', false),
  ('legal_procedure', 'legal_cost', 'payment_legal', true),
  ('payroll', 'payroll_payment', 'payment_payroll', true),
  ('provision', 'supplier_provision', 'payment_supplier', false),
  ('recurring', 'recurrent_occurrence', 'payment_recurrent', true),
  ('supplier', 'invoice', 'payment_supplier', false);
`

const FUNCTIONS = `
create function payment_order_guard() returns trigger language plpgsql as $$
begin
  if old.idempotency_key <> new.idempotency_key or old.end_to_end_id <> new.end_to_end_id or old.number <> new.number
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  if old.status <> 'draft' and new.status <> 'draft'
     and (old.site_id, old.amount_minor, old.currency, old.creditor_type, old.creditor_id, old.creditor_iban, old.creditor_name, old.provider_bank_id,
          old.employee_bank_id, old.debtor_account_id, old.debtor_virtual_account_id, old.source_type, old.source_id, old.source_part, old.remittance, old.speed,
          old.channel, old.fingerprint, old.created_by)
         is distinct from
         (new.site_id, new.amount_minor, new.currency, new.creditor_type, new.creditor_id, new.creditor_iban, new.creditor_name, new.provider_bank_id,
          new.employee_bank_id, new.debtor_account_id, new.debtor_virtual_account_id, new.source_type, new.source_id, new.source_part, new.remittance, new.speed,
          new.channel, new.fingerprint, new.created_by)
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  -- The day moves only while it goes into its file; approvals asked for may only become more.
  if old.status <> 'draft' and new.status <> 'draft' and old.execution_date <> new.execution_date
     and not (old.status = 'approved' and new.status = 'sent')
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  if old.status <> 'draft' and new.status <> 'draft' and old.required_approvals is distinct from new.required_approvals
     and not (new.status = 'buffered' and new.required_approvals > old.required_approvals)
    then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
  if old.status <> new.status and (old.status, new.status) not in (
       ('draft', 'buffered'), ('draft', 'cancelled'),
       ('buffered', 'approved'), ('buffered', 'draft'), ('buffered', 'cancelled'),
       ('approved', 'sent'), ('approved', 'buffered'), ('approved', 'draft'), ('approved', 'cancelled'),
       ('sent', 'paid'), ('sent', 'failed'), ('sent', 'cancelled'),
       ('paid', 'reconciled'), ('paid', 'returned'), ('reconciled', 'paid'), ('reconciled', 'returned'))
    then raise exception 'payment_order_no_way_back' using errcode = 'CA014'; end if;
  -- The bank says what became of a payment only once it has it; afterwards it cannot be taken back here.
  if old.sub_status = 'queued' and new.status in ('paid', 'failed')
    then raise exception 'payment_order_not_sent' using errcode = 'CA038'; end if;
  if old.status = 'sent' and new.status = 'cancelled' and old.sub_status not in ('queued', 'awaiting_authorisation', 'vop_pending_decision')
    then raise exception 'payment_order_no_way_back' using errcode = 'CA014'; end if;
  if new.status = 'approved' and old.status = 'buffered' and (
       select count(distinct d.user_id) from approval_decisions d
        where d.document_type = 'payment_order' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null
          and d.fingerprint = new.fingerprint and d.user_id is distinct from new.created_by and d.user_id is distinct from new.last_edited_by) < new.required_approvals
    then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
  return new;
end $$;
create trigger payment_orders_guard before update on payment_orders for each row execute function payment_order_guard();

create function payment_order_birth() returns trigger language plpgsql as $$
begin
  if new.status <> 'draft' then raise exception 'payment_order_not_draft' using errcode = 'CA014'; end if;
  return new;
end $$;
create trigger payment_orders_birth before insert on payment_orders for each row execute function payment_order_birth();

create function payment_order_cover() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select payable_minor into owed from invoices where id = new.source_id for update;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'invoice' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent')
     and not (status = 'draft' and hold_reason is not distinct from 'source_changed');
  if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_invoice' using errcode = 'CA037'; end if;
  return null;
end $$;
create trigger payment_orders_cover after insert on payment_orders for each row
  when (new.source_type = 'invoice') execute function payment_order_cover();
create trigger payment_orders_cover_again after update on payment_orders for each row
  when (new.source_type = 'invoice' and old.status = 'draft' and new.status = 'buffered') execute function payment_order_cover();

-- Why a payment may not leave for the bank, whatever was approved: its account is listed, or is not a detail that its payee is
-- paid on any more, its payee is not one to be paid, or the account it is charged to is closed. What was held once stays so:
-- nobody approved it as it is now. Null where nothing speaks against it.
create function payment_order_obstacle(o payment_orders) returns text language sql stable as $$
  select case
    when exists (select 1 from iban_listing(o.creditor_iban) l where l.severity = 'block') then 'blacklist'
    when o.hold_reason in ('blacklist', 'iban_changed', 'source_changed', 'payee_blocked', 'payee_inactive', 'bank_unverified', 'bank_waiting', 'payee_collects') then o.hold_reason
    else coalesce(
      (select case when b.id is null then 'iban_changed' else (case when p.status = 'blocked' then 'payee_blocked' when not p.active or p.status <> 'active' then 'payee_inactive'
          when (b.iban = o.creditor_iban) is not true then 'iban_changed' when b.verification <> 'verified' or b.disabled_at is not null then 'bank_unverified' end) end
         from (select o.provider_bank_id as id where o.provider_bank_id is not null) w left join provider_banks b on b.id = w.id left join providers p on p.id = b.provider_id),
      (select case when b.id is null then 'iban_changed' else (case when e.anonymised_at is not null then 'payee_inactive' when (b.iban = o.creditor_iban) is not true then 'iban_changed'
          when b.verification <> 'verified' or b.disabled_at is not null then 'bank_unverified' end) end
         from (select o.employee_bank_id as id where o.employee_bank_id is not null) w left join employee_banks b on b.id = w.id left join employees e on e.id = b.employee_id),
      case when not exists (select 1 from bank_accounts a where a.id = o.debtor_account_id and a.status = 'active') then 'account' end)
  end $$;

create trigger payment_orders_hands_0 after insert on payment_orders for each row
  execute function note_document_hand('payment_order', 'id', 'created_by', 'wrote');
create trigger payment_orders_hands_1 after update of last_edited_by on payment_orders for each row
  when ((old.last_edited_by) is distinct from (new.last_edited_by))
  execute function note_document_hand('payment_order', 'id', 'last_edited_by', 'wrote');
`
