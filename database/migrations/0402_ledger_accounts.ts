import { BaseSchema } from '@adonisjs/lucid/schema'

/** Plan of accounts, taxes, currencies and exchange rates. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      alter table sites drop constraint sites_base_currency_fkey;
      drop table currencies, fx_rates, account_templates, ledger_accounts, ledger_account_roles, tax_codes cascade;
      drop function if exists fx_rate_is_published, worth_in_base, worth_left, rename_party_accounts cascade;
    `)
  }
}

const TABLES = `
create table currencies (
  code char(3) primary key,
  name text not null,
  exponent smallint not null check (exponent between 0 and 4)
);
comment on table currencies is 'Currencies with their decimals (ISO 4217).';

create table tax_codes (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  kind text not null check (kind in ('iva', 'igic', 'ipsi', 're', 'irpf', 'irnr', 'exempt', 'reverse_charge', 'not_subject')),
  rate_basis_points int not null check (rate_basis_points between 0 and 10000),
  territory text not null default 'peninsula_baleares',
  account_role text,
  account_suffix text,
  valid_from date not null default '2012-09-01',
  valid_to date,
  check (valid_to is null or valid_to >= valid_from)
);
comment on table tax_codes is 'Taxes with their rate, territory and account.';

create table account_templates (
  code text primary key check (code ~ '^[1-9][0-9]{0,3}$'),
  name text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
  normal_side char(1) not null check (normal_side in ('D', 'H')),
  in_sme_plan boolean not null default true
);
comment on table account_templates is 'The general plan of accounts (PGC and PGC PYMES) that companies are opened with.';

create table ledger_accounts (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  code text not null check (code ~ '^[1-9][0-9]{0,11}$'),
  parent_id bigint references ledger_accounts,
  name text not null check (length(name) between 2 and 120),
  type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
  normal_side char(1) not null check (normal_side in ('D', 'H')),
  currency char(3) not null default 'EUR' references currencies,
  is_postable boolean not null default false,
  reconcilable boolean not null default false,
  subledger text not null default 'none' check (subledger in ('none', 'provider', 'channel', 'employee', 'site', 'bank',
    'virtual', 'loan', 'tax')),
  subledger_id bigint,
  allow_negative boolean not null default true,
  origin text not null default 'template' check (origin in ('template', 'manual', 'auto', 'imported')),
  active boolean not null default true,
  search_text text generated always as (f_unaccent(lower(code || ' ' || name))) stored,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, site_id, currency),
  unique (site_id, code)
);
comment on table ledger_accounts is 'Accounts of the plan of each company.';
create index ledger_accounts_code on ledger_accounts (site_id, code text_pattern_ops);
create index ledger_accounts_text on ledger_accounts using gin (search_text gin_trgm_ops);
create unique index ledger_accounts_subledger on ledger_accounts (site_id, subledger, subledger_id, left(code, 4), currency)
  where subledger_id is not null;
create index ledger_accounts_party on ledger_accounts (subledger, subledger_id) where subledger_id is not null;
create trigger ledger_accounts_touch before update on ledger_accounts for each row execute function touch_updated_at();

create table ledger_account_roles (
  id bigint generated always as identity primary key,
  role text not null,
  site_id bigint references sites,
  account_code text not null check (account_code ~ '^[1-9][0-9]{0,11}$'),
  unique nulls not distinct (role, site_id)
);
comment on table ledger_account_roles is 'Which account of a company plays a part (suppliers, VAT, bank fees…).';

-- Units of a currency for one euro, as the European Central Bank publishes them; one entered by hand goes before the bank’s of
-- the same day, and the bank’s are not altered (CA019).
create table fx_rates (
  id bigint generated always as identity primary key,
  currency char(3) not null references currencies,
  on_date date not null,
  source text not null default 'ecb',
  rate numeric(18,8) not null check (rate > 0),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (currency, on_date, source),
  constraint fx_rates_author check ((source = 'manual') = (created_by is not null)),
  constraint fx_rates_foreign check (currency <> 'EUR'),
  constraint fx_rates_source check (source in ('ecb', 'manual'))
);
comment on table fx_rates is 'Exchange rates by day and source.';
create index fx_rates_list on fx_rates (on_date desc, id desc);

alter table sites add foreign key (base_currency) references currencies;
`

const FUNCTIONS = `
create function fx_rate_is_published() returns trigger language plpgsql as $$
begin raise exception 'fx_rate_published: %', old.id using errcode = 'CA019'; end $$;
create trigger fx_rates_published before update or delete on fx_rates for each row
  when (old.source = 'ecb') execute function fx_rate_is_published();

-- Minor units of the euro for those of another currency, at units of it for one euro; whole numbers all the way, half away
-- from zero, and never nothing for something. It rounds as \`convertToBase\` does.
create function worth_in_base(minor bigint, currency character, rate numeric) returns bigint
language sql immutable parallel safe as $$
  select case when rate is null or minor = 0 then minor else sign(minor)::bigint * greatest(1, div(
      2 * abs(minor)::numeric * (case
          when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 10000000000
          when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 10000000 else 100000000 end)::numeric
        + rate * 100000000, 2 * rate * 100000000))::bigint end $$;

-- What is left of a document in another currency, in that of the books: the worth of its total less the share that was paid,
-- so that parts add up to the whole and the last takes the rest; one expression, so that it is worked out in place.
create function worth_left(left_minor bigint, total_minor bigint, currency character, rate numeric) returns bigint
language sql immutable parallel safe as $$
  select case when total_minor = 0 then 0 else worth_in_base(total_minor, currency, rate) - sign(total_minor)::bigint * div(
      2 * abs(worth_in_base(total_minor, currency, rate))::numeric * abs(total_minor - left_minor) + abs(total_minor), 2 * abs(total_minor)::numeric)::bigint end $$;

-- Accounts of a supplier, an employee or a bank account follow its name, unless people named them: of the party, of a deposit
-- with it, of payments under way, in another currency.
create function rename_party_accounts(ledger text, party bigint, was text, now_is text) returns void language sql as $$
  update ledger_accounts a set name = left(
      case a.name
        when left(was, 120) then now_is
        when left('Fianza ' || was, 120) then 'Fianza ' || now_is
        when left('Pagos en curso ' || was, 120) then 'Pagos en curso ' || now_is
        else left(now_is, 114) || ' (' || a.currency || ')' end, 120)
   where a.subledger = ledger and a.subledger_id = party and a.origin = 'auto'
     and a.name in (left(was, 120), left('Fianza ' || was, 120), left('Pagos en curso ' || was, 120), left(was, 114) || ' (' || a.currency || ')');
$$;
`
