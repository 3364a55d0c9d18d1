import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Accounts at banks and what banks report of them. Currency and ledger account of a main account stay once there are
 * lines (CB001), a card hangs from a bank account of its company and currency (CB002), an account with lines is never
 * deleted (CB003).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop view bank_account_positions cascade;
      drop table bank_profiles, bank_accounts, bank_account_permissions, virtual_accounts, account_holds cascade;
      drop function if exists bank_account_renamed cascade;
    `)
  }
}

const TABLES = `
create table bank_profiles (
  id bigint generated always as identity primary key,
  name text not null unique,
  pain_version text not null default '001.001.09' check (pain_version in ('001.001.09', '001.001.03')),
  charset text not null default 'latin' check (charset in ('latin', 'spanish')),
  batch_booking boolean not null default false,
  needs_nif_suffix boolean not null default true,
  needs_bic boolean not null default false,
  instant_allowed boolean not null default true,
  max_operations int not null default 1000 check (max_operations between 1 and 15000),
  cut_off time not null default '15:00',
  channel text not null default 'sepa_file' check (channel in ('api', 'sepa_file', 'manual')),
  gateway text,
  lock_version int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bank_profiles_gateway check ((channel = 'api') = (gateway is not null))
);
comment on table bank_profiles is 'What a bank takes: format and limits of its files, cut-off, channel.';

create table bank_accounts (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  name text not null check (length(name) between 2 and 80),
  kind text not null check (kind in ('bank', 'card', 'wallet', 'psp', 'emoney', 'cash', 'credit_line')),
  provider_code text not null default 'sepa_file' check (provider_code in ('qonto', 'stripe', 'paypal', 'wise', 'revolut',
    'mangopay', 'sepa_file', 'manual')),
  iban text unique,
  bic text,
  holder_name text,
  currency char(3) not null default 'EUR' references currencies,
  ledger_account_id bigint not null unique references ledger_accounts,
  parent_account_id bigint references bank_accounts,
  bank_profile_id bigint references bank_profiles,
  sepa_suffix char(3) not null default '000',
  is_payer_default boolean not null default false,
  reported_balance_minor bigint,
  reported_at timestamptz,
  opening_balance_minor bigint not null default 0,
  opened_on date not null,
  closed_on date,
  color text,
  sort int not null default 0,
  status text not null default 'active' check (status in ('active', 'paused', 'closed')),
  -- What the bank’s files call an account that has no IBAN: their statements are told from others by it.
  statement_account text,
  -- What a payment service keeps back of what it pays into an account: a share and a fixed amount in minor units of its
  -- currency. Nothing where both are zero.
  fee_basis_points int not null default 0 check (fee_basis_points between 0 and 2000),
  fee_fixed_minor bigint not null default 0 check (fee_fixed_minor between 0 and 100000),
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (site_id, name),
  check (kind <> 'bank' or iban is not null),
  constraint bank_accounts_color check (color in ('teal', 'blue', 'violet', 'pink', 'orange', 'yellow', 'green', 'gray')),
  constraint bank_accounts_parent check (parent_account_id is null or (kind = 'card' and parent_account_id <> id)),
  constraint bank_accounts_sort check (sort between 0 and 9999),
  constraint bank_accounts_own_ledger_account foreign key (ledger_account_id, site_id, currency)
    references ledger_accounts (id, site_id, currency) deferrable
);
comment on table bank_accounts is 'Accounts at banks, cards and cash, each with its account of the books.';
create unique index bank_accounts_payer on bank_accounts (site_id, currency) where is_payer_default;
create index bank_accounts_children on bank_accounts (parent_account_id) where parent_account_id is not null;
create trigger bank_accounts_touch before update on bank_accounts for each row execute function touch_updated_at();

create table bank_account_permissions (
  bank_account_id bigint references bank_accounts on delete cascade,
  user_id bigint references users,
  can_view boolean not null default true,
  can_pay boolean not null default true,
  can_reconcile boolean not null default true,
  granted_by bigint references users,
  updated_at timestamptz not null default now(),
  primary key (bank_account_id, user_id),
  constraint bank_account_permissions_by_another check (granted_by is distinct from user_id)
);
comment on table bank_account_permissions is 'Who sees, pays from or reconciles a bank account beyond their role.';
create index bank_account_permissions_user on bank_account_permissions (user_id);
create trigger bank_account_permissions_touch before update
  on bank_account_permissions for each row execute function touch_updated_at();

create table virtual_accounts (
  id bigint generated always as identity primary key,
  code text not null unique,
  bank_account_id bigint not null references bank_accounts,
  site_id bigint not null references sites,
  beneficiary_site_id bigint references sites,
  name text not null,
  ledger_account_id bigint not null unique references ledger_accounts,
  kind text not null default 'normal' check (kind in ('normal', 'reserve', 'provider_reserve', 'unassigned', 'in_transit')),
  overdraft_minor bigint not null default 0,
  virtual_iban text unique,
  reference_code text unique,
  status text not null default 'active' check (status in ('active', 'frozen', 'closed')),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table virtual_accounts is 'Parts of a bank account with a balance of their own.';
create unique index virtual_accounts_name on virtual_accounts (bank_account_id, lower(name));
create unique index virtual_accounts_single on virtual_accounts (bank_account_id, kind)
  where kind in ('unassigned', 'in_transit');

create table account_holds (
  id bigint generated always as identity primary key,
  bank_account_id bigint not null references bank_accounts,
  virtual_account_id bigint references virtual_accounts,
  document_type text not null,
  document_id bigint not null,
  amount_minor bigint not null check (amount_minor > 0),
  kind text not null check (kind in ('soft', 'hard', 'card_auth')),
  released_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table account_holds is 'Money of a bank or virtual account that is set aside and that nothing else may spend.';
create unique index account_holds_live on account_holds (document_type, document_id) where released_at is null;
create index account_holds_account on account_holds (bank_account_id) where released_at is null;
`

const FUNCTIONS = `
create view bank_account_positions as
select b.id as bank_account_id, b.site_id, b.currency,
  coalesce(own.balance_minor, 0) as unassigned_minor,
  coalesce(own.balance_minor, 0) + coalesce(v.balance_minor, 0) as balance_minor,
  coalesce(h.hard_minor, 0) as held_minor,
  coalesce(own.balance_minor, 0) + coalesce(v.balance_minor, 0) - coalesce(h.hard_minor, 0) as available_minor
from bank_accounts b
left join account_balances own on own.account_id = b.ledger_account_id
left join lateral (select sum(ab.balance_minor)::bigint as balance_minor from virtual_accounts va
    join account_balances ab on ab.account_id = va.ledger_account_id where va.bank_account_id = b.id) v on true
left join lateral (select sum(ah.amount_minor)::bigint as hard_minor from account_holds ah
    where ah.bank_account_id = b.id and ah.released_at is null and ah.kind in ('hard', 'card_auth')) h on true;
comment on view bank_account_positions is 'What a bank account holds, what is set aside of it and what is available.';

create function bank_account_renamed() returns trigger language plpgsql as $$
begin
  perform rename_party_accounts('bank', new.id, old.name::text, new.name::text);
  return null;
end $$;
create trigger bank_accounts_renamed after update of name on bank_accounts for each row
  when (old.name::text is distinct from new.name::text) execute function bank_account_renamed();
`
