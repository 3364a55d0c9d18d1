import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Accounts, movements, beneficiaries and quotes at the providers that connections lead to. An account of ours hangs on one
 * account of a provider, of the same company and currency (CB010); what a provider said of a booked movement stays (CB011),
 * what it says of it later is kept beside it; nothing of it is deleted (CB012); a beneficiary is verified by somebody else
 * than who made it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table provider_transaction_changes, provider_quotes, provider_beneficiaries, provider_transactions,
        provider_accounts, provider_syncs cascade;
      drop trigger if exists connectors_beneficiaries_unverified on connectors;
      drop function if exists provider_beneficiaries_unverified, provider_account_guard, provider_transaction_is_told, provider_record_is_kept cascade;
    `)
  }
}

const TABLES = `
-- One reading of a connection at a time: whoever holds it says so anew with each page.
create table provider_syncs (
  connector_id bigint primary key references connectors,
  holder text,
  held_until timestamptz,
  started_at timestamptz,
  constraint provider_syncs_held check ((holder is null) = (held_until is null))
);
comment on table provider_syncs is 'Who reads a connection now, so that nobody else does at the same time.';

-- The balance before the first movement that was read stands in opening_minor: from then on opening and booked movements are
-- held against the provider's balance, and what they differ by is kept until it is right again.
create table provider_accounts (
  id bigint generated always as identity primary key,
  connector_id bigint not null references connectors,
  external_id text not null check (external_id <> ''),
  kind text not null check (kind in ('bank', 'balance', 'wallet', 'card_balance')),
  name text not null,
  iban text,
  bic text,
  details jsonb not null default '{}',
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  is_main boolean not null default false,
  balance_minor bigint not null,
  available_minor bigint,
  pending_minor bigint,
  balance_at timestamptz not null,
  -- The first day that was read, and the balance before it.
  read_from date,
  opening_minor bigint,
  mismatch_minor bigint,
  mismatch_since timestamptz,
  mismatch_mailed_at timestamptz,
  bank_account_id bigint unique references bank_accounts,
  proposed_bank_account_id bigint references bank_accounts,
  linked_by bigint references users,
  linked_at timestamptz,
  -- Movements before this day are never lines: a statement file or the opening balance of the account has them.
  lines_from date,
  synced_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (connector_id, external_id),
  constraint provider_accounts_linked check ((bank_account_id is null) = (linked_at is null)),
  constraint provider_accounts_opening check ((opening_minor is null) or read_from is not null),
  constraint provider_accounts_mismatch check ((mismatch_minor is null) = (mismatch_since is null) and mismatch_minor <> 0)
);
comment on table provider_accounts is 'Accounts at a provider as it tells them, and the account of ours that each is.';
create index provider_accounts_mismatched on provider_accounts (connector_id) where mismatch_minor is not null;
create trigger provider_accounts_touch before update on provider_accounts for each row execute function touch_updated_at();

-- Amounts are signed, negative a charge. Vacuumed early: deep pages of its lists are skipped along an index alone.
create table provider_transactions (
  id bigint generated always as identity primary key,
  connector_id bigint not null references connectors,
  provider_account_id bigint not null references provider_accounts,
  external_id text not null check (external_id <> ''),
  -- The movement that this one belongs to: what is charged for it, or what takes it back.
  parent_external_id text,
  amount_minor bigint not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  local_minor bigint,
  local_currency char(3) check (local_currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('pending', 'booked', 'reversed', 'declined')),
  provider_status text not null,
  type text not null check (type in ('transfer', 'card', 'direct_debit', 'payout', 'fee', 'refund', 'conversion', 'payin',
    'chargeback', 'adjustment', 'interest', 'tax', 'other')),
  counterparty_name text,
  counterparty_iban text,
  text text not null default '',
  search_text text not null default '',
  reference text,
  end_to_end_id text,
  transfer_ref text,
  order_number text,
  -- The day it stands under in lists: booked, else when it came up.
  booked_on date not null,
  value_on date,
  occurred_at timestamptz not null,
  balance_after_minor bigint,
  category text,
  attachments jsonb not null default '[]',
  raw jsonb not null,
  raw_hash text not null,
  -- Gone with the import of a file that is taken back: the next reading writes a line of its own.
  bank_statement_line_id bigint references bank_statement_lines on delete set null,
  -- The other side of an exchange or of a transfer between accounts of the same connection.
  counterpart_id bigint references provider_transactions,
  -- The provider took it back after it had booked it.
  taken_back_at timestamptz,
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (connector_id, external_id),
  constraint provider_transactions_local check ((local_minor is null) = (local_currency is null)),
  constraint provider_transactions_lines check (bank_statement_line_id is null or status = 'booked')
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table provider_transactions is 'Movements of accounts at providers, pending ones too; the booked become lines of statements.';
create index provider_transactions_day on provider_transactions (provider_account_id, booked_on desc, id desc);
create index provider_transactions_amount on provider_transactions (provider_account_id, amount_minor, id);
create index provider_transactions_balance on provider_transactions (provider_account_id, booked_on) include (amount_minor)
  where status = 'booked';
create index provider_transactions_taken_back on provider_transactions (provider_account_id) where taken_back_at is not null;
create index provider_transactions_pending on provider_transactions (provider_account_id, booked_on desc, id desc)
  where status = 'pending';
create index provider_transactions_unlined on provider_transactions (provider_account_id, booked_on, id)
  where status = 'booked' and bank_statement_line_id is null;
create unique index provider_transactions_line on provider_transactions (bank_statement_line_id, connector_id)
  where bank_statement_line_id is not null;
create index provider_transactions_transfer on provider_transactions (connector_id, transfer_ref) where transfer_ref is not null;
create index provider_transactions_order on provider_transactions (order_number) where order_number is not null;
create index provider_transactions_counterpart on provider_transactions (counterpart_id) where counterpart_id is not null;
create index provider_transactions_search on provider_transactions using gin (search_text gin_trgm_ops);
create trigger provider_transactions_touch before update
  on provider_transactions for each row execute function touch_updated_at();

create table provider_transaction_changes (
  id bigint generated always as identity primary key,
  provider_transaction_id bigint not null references provider_transactions,
  before jsonb not null,
  after jsonb not null,
  raw jsonb not null,
  created_at timestamptz not null default now()
);
comment on table provider_transaction_changes is 'What a provider said anew of a movement that it had booked; the movement stays as it was told first.';
create index provider_transaction_changes_of on provider_transaction_changes (provider_transaction_id, id);

-- Numbers of accounts in details are masked; the IBAN is whole, as of every payee.
create table provider_beneficiaries (
  id bigint generated always as identity primary key,
  connector_id bigint not null references connectors,
  external_id text not null check (external_id <> ''),
  name text not null,
  iban text,
  bic text,
  email text,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  country char(2),
  details jsonb not null default '{}',
  account text not null,
  is_trusted boolean not null default false,
  status text not null check (status in ('pending', 'active', 'blocked', 'deleted')),
  provider_bank_id bigint references provider_banks,
  employee_bank_id bigint references employee_banks,
  vop_result text check (vop_result in ('match', 'close_match', 'no_match', 'not_possible')),
  vop_name text,
  vop_at timestamptz,
  created_by bigint references users,
  verified_by bigint references users,
  verified_at timestamptz,
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (connector_id, external_id),
  constraint provider_beneficiaries_one_payee check (num_nonnulls(provider_bank_id, employee_bank_id) <= 1),
  constraint provider_beneficiaries_checked check ((vop_result is null) = (vop_at is null)),
  constraint provider_beneficiaries_verified check ((verified_by is null) = (verified_at is null)),
  -- Of one that the provider had before, whoever answers for it first stands in created_by.
  constraint provider_beneficiaries_four_eyes check (verified_by is null or created_by is not null and verified_by <> created_by)
);
comment on table provider_beneficiaries is 'Whom a provider can pay, as it has them, and who of ours verified them.';
create index provider_beneficiaries_iban on provider_beneficiaries (iban) where iban is not null;
create index provider_beneficiaries_provider_bank on provider_beneficiaries (provider_bank_id) where provider_bank_id is not null;
create index provider_beneficiaries_employee_bank on provider_beneficiaries (employee_bank_id) where employee_bank_id is not null;
create index provider_beneficiaries_name on provider_beneficiaries (connector_id, lower(name), id);
create trigger provider_beneficiaries_touch before update
  on provider_beneficiaries for each row execute function touch_updated_at();

create table provider_quotes (
  id bigint generated always as identity primary key,
  connector_id bigint not null references connectors,
  external_id text not null check (external_id <> ''),
  provider_account_id bigint references provider_accounts,
  beneficiary_id bigint references provider_beneficiaries,
  source_minor bigint not null check (source_minor > 0),
  source_currency char(3) not null check (source_currency ~ '^[A-Z]{3}$'),
  target_minor bigint not null check (target_minor > 0),
  target_currency char(3) not null check (target_currency ~ '^[A-Z]{3}$'),
  -- As the provider writes it, so that nothing of it is lost.
  rate text not null check (rate ~ '^[0-9]+([.][0-9]+){0,1}$'),
  market_rate text check (market_rate ~ '^[0-9]+([.][0-9]+){0,1}$'),
  fee_minor bigint not null check (fee_minor >= 0),
  delivery_on date,
  expires_at timestamptz not null,
  -- The order of payments that left at it: above this area, so without a reference.
  used_by_order_id bigint,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (connector_id, external_id)
);
comment on table provider_quotes is 'What providers offered for payments and exchanges, and which order used it.';
create unique index provider_quotes_order on provider_quotes (used_by_order_id) where used_by_order_id is not null;
create index provider_quotes_newest on provider_quotes (connector_id, id desc);
create trigger provider_quotes_touch before update on provider_quotes for each row execute function touch_updated_at();
`

const FUNCTIONS = `
create function provider_account_guard() returns trigger language plpgsql as $$
begin
  if new.bank_account_id is not null and not exists (select 1 from bank_accounts b join connectors c on c.id = new.connector_id
       where b.id = new.bank_account_id and (b.site_id, b.currency) = (c.site_id, new.currency))
    then raise exception 'provider_account_of_another: %', new.id using errcode = 'CB010'; end if;
  return new;
end $$;
create trigger provider_accounts_guard before insert or update of bank_account_id, currency, connector_id
  on provider_accounts for each row execute function provider_account_guard();

create function provider_transaction_is_told() returns trigger language plpgsql as $$
begin raise exception 'provider_movement_changed: %', old.id using errcode = 'CB011'; end $$;
create trigger provider_transactions_told before update on provider_transactions for each row
  when ((old.connector_id, old.provider_account_id, old.external_id) is distinct from
          (new.connector_id, new.provider_account_id, new.external_id)
     or (old.status = 'booked' and (old.status, old.amount_minor, old.currency, old.booked_on)
          is distinct from (new.status, new.amount_minor, new.currency, new.booked_on)))
  execute function provider_transaction_is_told();

create function provider_record_is_kept() returns trigger language plpgsql as $$
begin raise exception 'provider_record_is_kept: %', tg_table_name using errcode = 'CB012'; end $$;
create trigger provider_accounts_kept before delete on provider_accounts for each row execute function provider_record_is_kept();
create trigger provider_transactions_kept before delete
  on provider_transactions for each row execute function provider_record_is_kept();
create trigger provider_transaction_changes_kept before update or delete
  on provider_transaction_changes for each row execute function provider_record_is_kept();
create trigger provider_beneficiaries_kept before delete
  on provider_beneficiaries for each row execute function provider_record_is_kept();

-- Another address or other secrets may be another organisation’s: nobody has answered for its beneficiaries yet.
create function provider_beneficiaries_unverified() returns trigger language plpgsql as $$
begin
  update provider_beneficiaries set created_by = null, verified_by = null, verified_at = null where connector_id = new.id;
  return null;
end $$;
create trigger connectors_beneficiaries_unverified after update of base_url, environment, credentials on connectors for each row
  when ((old.base_url, old.environment, old.credentials) is distinct from (new.base_url, new.environment, new.credentials))
  execute function provider_beneficiaries_unverified();
create trigger provider_quotes_kept before delete on provider_quotes for each row execute function provider_record_is_kept();
`
