import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Suppliers, the accounts they are paid to, and categories. No listed account is kept (CX001), a supplier that was
 * merged leads to the other and stays so (CA047), and one that somebody has looked at does not become unknown again.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table providers, provider_banks, provider_requests, provider_reserve_movements cascade;
      drop function if exists normalized_name, provider_bank_listed, provider_merge_stays, providers_stay_known,
        is_aba_routing, second_person_guard, provider_renamed cascade;
      drop sequence provider_codes;
    `)
  }
}

const TABLES = `
create sequence provider_codes;

create function normalized_name(text) returns text language sql immutable parallel safe strict as $$
  select trim(regexp_replace(regexp_replace(
    f_unaccent(lower($1)), '[^a-z0-9]+', ' ', 'g'),
    '\\m(s {0,1}l {0,1}u{0,1}|s {0,1}a {0,1}u{0,1}|s {0,1}c|c {0,1}b|scp|slp|gmbh|ltd|sarl|inc|bv)\\s*$', '', 'g'))
$$;

create table providers (
  id bigint generated always as identity primary key,
  code text not null unique,
  legal_name text not null check (length(legal_name) between 2 and 160),
  trade_name text,
  name_norm text not null generated always as (normalized_name(legal_name)) stored,
  tax_id_type text not null default 'cif' check (tax_id_type in ('nif', 'cif', 'nie', 'vat_eu', 'foreign', 'none')),
  tax_id citext,
  country char(2) not null default 'ES',
  address text,
  postal_code text,
  city text,
  province_code text,
  email text,
  phone text,
  website text,
  contact_name text,
  kind text not null default 'supplier' check (kind in ('supplier', 'professional', 'landlord', 'employee_like', 'public_body',
    'group_company', 'marketplace')),
  site_id_if_group bigint unique references sites,
  ledger_prefix text not null default '410' check (ledger_prefix in ('400', '410', '411', '403', '523')),
  vat_regime text not null default 'general' check (vat_regime in ('general', 'exempt', 'reverse_charge', 'intra_eu', 'import',
    'cash_basis', 'recargo', 'agrario')),
  default_vat_code_id bigint references tax_codes,
  default_withholding_code_id bigint references tax_codes,
  default_category_id bigint references categories,
  default_profile_id bigint,
  payment_terms_days smallint not null default 30 check (payment_terms_days between 0 and 365),
  payment_day smallint check (payment_day between 1 and 31),
  payment_method text not null default 'transfer' check (payment_method in ('transfer', 'card', 'direct_debit',
    'virtual_account', 'cash', 'none')),
  default_payer_site_id bigint references sites,
  default_bank_account_id bigint references bank_accounts,
  excluded_from_347 boolean not null default false,
  multi_bank boolean not null default false,
  active boolean not null default true,
  status text not null default 'active' check (status in ('draft', 'active', 'blocked', 'merged')),
  block_reason text,
  merged_into_id bigint references providers,
  source text not null default 'manual' check (source in ('manual', 'ocr', 'public_invoice', 'public_expense', 'holded',
    'import')),
  reserve_fund_enabled boolean not null default false,
  reserve_target_minor bigint,
  reserve_monthly_minor bigint,
  reserve_day smallint,
  reserve_source_virtual_account_id bigint references virtual_accounts,
  reserve_virtual_account_id bigint references virtual_accounts,
  notes text,
  import_id uuid references imports,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint providers_group_company check (site_id_if_group is null or (kind = 'group_company' and ledger_prefix = '403')),
  constraint providers_merged_inactive check (status <> 'merged' or not active),
  constraint providers_merged_into_one check ((status = 'merged') = (merged_into_id is not null)),
  constraint providers_merged_into_other check (merged_into_id <> id),
  constraint providers_payer_of_site check (default_bank_account_id is null or default_payer_site_id is not null),
  constraint providers_reserve_day check (reserve_day between 1 and 31),
  constraint providers_reserve_whole check (not reserve_fund_enabled
    or (reserve_target_minor > 0 and reserve_monthly_minor > 0 and reserve_day is not null
    and reserve_virtual_account_id is not null))
);
comment on table providers is 'Suppliers.';
create unique index providers_tax_id on providers (tax_id) where tax_id is not null and status <> 'merged';
create index providers_name on providers using gist (name_norm gist_trgm_ops(siglen = 64));
create index providers_list on providers (active, status, legal_name);
create index providers_import on providers (import_id) where import_id is not null;
create index providers_merged_into on providers (merged_into_id) where merged_into_id is not null;
create unique index providers_reserve_account on providers (reserve_virtual_account_id)
  where reserve_virtual_account_id is not null;
create index providers_name_order on providers (legal_name collate "es-x-icu", id) include (active, status, name_norm, tax_id,
  code);
create index providers_text on providers using gin ((name_norm || ' ' || lower(coalesce(tax_id::text,
  '')) || ' ' || lower(code)) gin_trgm_ops);
create trigger providers_touch before update on providers for each row execute function touch_updated_at();

create function is_aba_routing(code text) returns boolean language sql immutable parallel safe as $$
  select case when code ~ '^(0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)[0-9]{7}$'
    then (select sum(substr(code, n, 1)::int * (array[3, 7, 1])[(n - 1) % 3 + 1]) % 10 = 0 from generate_series(1, 9) n)
    else false end $$;

-- An account without IBAN is told by what its country pays by: an American one by its routing number, a British one by its
-- sort code, any other by the BIC, the name and the country of its bank.
create table provider_banks (
  id bigint generated always as identity primary key,
  provider_id bigint not null references providers,
  site_id bigint references sites,
  label text not null default 'Cuenta principal',
  account_kind text not null default 'iban' check (account_kind in ('iban', 'us_ach', 'uk_sort', 'swift_other')),
  iban text,
  bic text,
  bank_name text,
  country char(2),
  currency char(3) not null default 'EUR',
  holder_name text not null,
  is_default boolean not null default false,
  verification text not null default 'unverified' check (verification in ('unverified', 'verified', 'rejected', 'blacklisted')),
  verification_method text check (verification_method in ('phone_call', 'certificate', 'vop', 'first_invoice')),
  verified_by bigint references users,
  verified_at timestamptz,
  evidence_file_id bigint references files,
  vop_result text,
  payable_from timestamptz,
  valid_from date,
  disabled_at timestamptz,
  -- Who last changed a bank detail (verified it, made it the default) or waived its wait: they do not approve payments to it.
  last_changed_by bigint references users,
  waived_by bigint references users,
  moved_by bigint references users,
  account_number text,
  routing_code text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint provider_banks_of_provider unique (provider_id, id),
  unique (provider_id, iban),
  check (verification <> 'verified' or (verified_by is not null and verified_by is distinct from created_by)),
  check (account_kind <> 'iban' or iban is not null),
  constraint provider_banks_iban_kind check ((account_kind = 'iban') = (iban is not null)),
  constraint provider_banks_moved_four_eyes check (verification <> 'verified' or moved_by is null
    or verified_by is distinct from moved_by),
  constraint provider_banks_number_kind check ((account_kind <> 'iban') = (account_number is not null)),
  constraint provider_banks_number_shape check (case account_kind when 'iban' then true when 'us_ach'
    then account_number ~ '^[0-9]{4,17}$'
    when 'uk_sort' then account_number ~ '^[0-9]{8}$' else account_number ~ '^[A-Z0-9]{4,34}$' end),
  constraint provider_banks_routing check (case account_kind when 'us_ach' then routing_code is not null
    and is_aba_routing(routing_code)
    when 'uk_sort' then routing_code is not null and routing_code ~ '^[0-9]{6}$' else routing_code is null end),
  constraint provider_banks_swift check (account_kind <> 'swift_other'
    or (bic is not null and bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3}){0,1}$' and bank_name is not null and country is not null)),
  constraint provider_banks_waived_by_another check (waived_by is null or waived_by is distinct from verified_by)
);
comment on table provider_banks is 'Accounts that suppliers are paid to, and how each was verified.';
create unique index provider_banks_default on provider_banks (provider_id) where is_default and site_id is null
  and disabled_at is null;
create unique index provider_banks_site_default on provider_banks (provider_id, site_id) where is_default
  and site_id is not null and disabled_at is null;
create index provider_banks_iban on provider_banks (iban);
create index provider_banks_waiting on provider_banks (created_at) where verification = 'unverified' and disabled_at is null;
create unique index provider_banks_number on provider_banks (provider_id, account_number) where account_number is not null;
create index provider_banks_numbers on provider_banks (account_number) where account_number is not null;
create trigger provider_banks_touch before update on provider_banks for each row execute function touch_updated_at();

-- Who asks over the public page to be taken in; also of another country, with the tax number of that one.
create table provider_requests (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  name text not null check (length(name) between 2 and 160),
  tax_id citext not null,
  email citext not null,
  phone text,
  address text not null,
  activity text,
  iban text not null,
  certificate_file_id bigint not null references files,
  status text not null default 'received' check (status in ('received', 'accepted', 'rejected', 'duplicate')),
  provider_id bigint references providers,
  reason text,
  decided_by bigint references users,
  decided_at timestamptz,
  source_ip inet,
  country char(2) not null default 'ES' check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null default now(),
  constraint provider_requests_accepted check (status <> 'accepted' or provider_id is not null),
  constraint provider_requests_decided check ((status in ('accepted', 'rejected')) = (decided_at is not null))
);
comment on table provider_requests is 'Who asked over the public page to become a supplier.';
create unique index provider_requests_once on provider_requests (tax_id) where status = 'received';
create index provider_requests_recent on provider_requests (created_at desc, id desc);
create trigger provider_requests_no_delete before delete on provider_requests for each row execute function refuse_change();

-- Money set aside for a supplier, in a virtual account of one of the group’s own.
create table provider_reserve_movements (
  id bigint generated always as identity primary key,
  provider_id bigint not null references providers,
  site_id bigint not null references sites,
  virtual_account_id bigint not null references virtual_accounts,
  kind text not null check (kind in ('contribution', 'release', 'payment', 'adjustment')),
  -- Into the fund; negative out of it.
  amount_minor bigint not null check (amount_minor <> 0),
  on_date date not null,
  -- The month of a contribution that the calendar asked for.
  period char(7) check (period ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  payment_order_id bigint,
  journal_entry_id bigint not null unique references journal_entries,
  note text check (length(note) between 3 and 200),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  check (kind <> 'contribution' or amount_minor > 0),
  check (kind <> 'release' or amount_minor < 0),
  check ((kind = 'payment') = (payment_order_id is not null)),
  check (period is null or kind = 'contribution')
);
comment on table provider_reserve_movements is 'What was put into or taken from the reserve fund of a supplier.';
create unique index provider_reserve_movements_period on provider_reserve_movements (provider_id, period)
  where period is not null;
create index provider_reserve_movements_provider on provider_reserve_movements (provider_id, on_date, id);
create index provider_reserve_movements_order on provider_reserve_movements (payment_order_id)
  where payment_order_id is not null;
create trigger provider_reserve_movements_kept before update or delete on provider_reserve_movements
  for each row execute function refuse_change();
`

const FUNCTIONS = `
create function provider_bank_listed() returns trigger language plpgsql as $$
begin
  if new.iban is not null and (tg_op = 'INSERT' or new.iban is distinct from old.iban or new.verification = 'verified' and old.verification <> 'verified'
      or new.is_default and not old.is_default or new.disabled_at is null and old.disabled_at is not null)
     and exists (select 1 from iban_listing(new.iban) b where b.severity = 'block')
    then raise exception 'provider_bank_blacklisted' using errcode = 'CX001'; end if;
  return new;
end $$;
create trigger provider_banks_listed before insert or update
  on provider_banks for each row execute function provider_bank_listed();

-- A merge may be carried on: what had been merged into this supplier leads to where it went.
create function provider_merge_stays() returns trigger language plpgsql as $$
begin
  raise exception 'provider_merged: %', old.id using errcode = 'CA047';
end $$;
create trigger providers_merge_stays before update of status, active, tax_id, legal_name on providers for each row
  when (old.status = 'merged') execute function provider_merge_stays();

-- A supplier that nobody has looked at is not paid, and one that somebody has does not become unknown again.
create function providers_stay_known() returns trigger language plpgsql as $$
begin
  if new.status = 'draft' and old.status <> 'draft' then raise exception 'provider_draft_again' using errcode = 'CP001'; end if;
  return new;
end $$;
create trigger providers_stay_known before update of status on providers for each row execute function providers_stay_known();

-- Where one person answers for what another did, the second one is confirmed too.
create function second_person_guard() returns trigger language plpgsql as $$
declare
  named text := to_jsonb(new) ->> tg_argv[0];
begin
  if tg_op = 'UPDATE' and named is not distinct from to_jsonb(old) ->> tg_argv[0] then return new; end if;
  if named is not null and not is_confirmed(named::bigint) then raise exception 'second_person_unconfirmed' using errcode = 'CS008'; end if;
  if named is not null and exists (
       select 1 from unnest(array[to_jsonb(new) ->> 'created_by', to_jsonb(new) ->> 'updated_by', to_jsonb(new) ->> 'last_changed_by']) maker
        where maker is not null and has_open_change(maker::bigint, named::bigint))
    then raise exception 'second_person_behind_the_first' using errcode = 'CS013'; end if;
  return new;
end $$;
create trigger provider_banks_second_person before insert or update of verified_by on provider_banks for each row
  when (new.verified_by is not null) execute function second_person_guard('verified_by');
create trigger provider_banks_waiver before insert or update of waived_by on provider_banks for each row
  when (new.waived_by is not null)
  execute function second_person_guard('waived_by');

create function provider_renamed() returns trigger language plpgsql as $$
begin
  perform rename_party_accounts('provider', new.id, old.legal_name::text, new.legal_name::text);
  return null;
end $$;
create trigger providers_renamed after update of legal_name on providers for each row
  when (old.legal_name::text is distinct from new.legal_name::text) execute function provider_renamed();
`
