import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * People and companies, which every other area names. There is always somebody who can administer the product (CA030),
 * and nobody’s power changes without an author (CS016): also not by a statement that never went through the product.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table users, sites cascade;
      drop function if exists last_system_user_guard, users_author_guard cascade;
    `)
  }
}

const TABLES = `
-- Lists skip to a deep page along an index alone, which PostgreSQL does only where a vacuum has told that every reader sees
-- the rows. By its own rule it comes to a table of a million rows after two hundred thousand changes: with scale factors of
-- 0.02 after twenty thousand.
create table users (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 2 and 80),
  initials text not null,
  email citext not null unique,
  password_hash text,
  role text not null check (role in ('s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad', 'adm1n1strat0r')),
  status text not null default 'invited' check (status in ('invited', 'active', 'suspended', 'archived')),
  two_factor_enabled boolean not null default false,
  two_factor_secret_enc text,
  two_factor_confirmed_at timestamptz,
  two_factor_last_step bigint,
  failed_logins int not null default 0,
  locked_until timestamptz,
  lock_count int not null default 0,
  failed_codes int not null default 0,
  code_locked_until timestamptz,
  theme_preference text check (theme_preference in ('myLightTheme', 'myDarkTheme')),
  table_density text not null default 'normal' check (table_density in ('normal', 'compact')),
  all_sites boolean not null default false,
  shared_inbox boolean not null default false,
  last_login_at timestamptz,
  password_changed_at timestamptz,
  -- When the last attempt was counted, on the row that counts them: many at once then wait for one another.
  login_attempt_at timestamptz,
  code_attempt_at timestamptz,
  -- The words of a user are folded once, when they change, and not for every user that a search passes.
  search_text text generated always as (f_unaccent(lower(name || ' ' || email::text))) stored,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (not two_factor_enabled or two_factor_secret_enc is not null)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table users is 'People who may sign in.';
create index users_email_order on users ((email::text), id);
create index users_last_login on users (last_login_at, id);
create index users_status on users (status);
create index users_text on users using gin (search_text gin_trgm_ops);
create index users_name_status on users (name collate "es-x-icu", id) include (status, search_text);
create trigger users_touch before update on users for each row execute function touch_updated_at();

create table sites (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{2,8}$'),
  legal_name citext not null unique,
  trade_name text,
  tax_id citext not null unique,
  kind text not null default 'company' check (kind in ('company', 'branch', 'hotel_operator', 'holding', 'external')),
  parent_site_id bigint references sites,
  ownership_percent numeric(5,2) check (ownership_percent between 0 and 100),
  is_group boolean not null default true,
  address text,
  postal_code text,
  city text,
  province_code text,
  country char(2) not null default 'ES',
  territory text not null default 'peninsula_baleares' check (territory in ('peninsula_baleares', 'canarias', 'ceuta_melilla',
    'foral_alava', 'foral_bizkaia', 'foral_gipuzkoa', 'foral_navarra')),
  base_currency char(3) not null default 'EUR',
  fiscal_year_start_month smallint not null default 1 check (fiscal_year_start_month between 1 and 12),
  account_width smallint not null default 8 check (account_width between 6 and 12),
  vat_period text not null default 'quarterly' check (vat_period in ('monthly', 'quarterly')),
  withholding_period text not null default 'quarterly' check (withholding_period in ('monthly', 'quarterly')),
  sii boolean not null default false,
  redeme boolean not null default false,
  cash_basis boolean not null default false,
  prorata_percent smallint not null default 100 check (prorata_percent between 0 and 100),
  withholding_accrual text not null default 'payment' check (withholding_accrual in ('payment', 'registration')),
  started_on date not null,
  closed_on date,
  invoice_email_alias citext unique,
  public_token_hash text unique,
  auto_book_limit_minor bigint not null default 0 check (auto_book_limit_minor >= 0),
  auto_reconcile boolean not null default true,
  max_writeoff_minor bigint not null default 0 check (max_writeoff_minor between 0 and 100),
  card_ceiling_minor bigint,
  sales_source text check (sales_source in ('holded_sales', 'booking_file')),
  status text not null default 'draft' check (status in ('draft', 'active', 'archived')),
  logo_file_id bigint,
  color text,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table sites is 'Companies of the group.';
create trigger sites_touch before update on sites for each row execute function touch_updated_at();
`

const FUNCTIONS = `
create function last_system_user_guard() returns trigger language plpgsql as $$
begin
  if old.role = 's1st3ma' and old.status = 'active' and (new.role <> 's1st3ma' or new.status <> 'active') then
    perform pg_advisory_xact_lock(hashtext('users.last_system'));
    if not exists (select 1 from users where role = 's1st3ma' and status = 'active' and id <> new.id)
      then raise exception 'last_system_user' using errcode = 'CA030'; end if;
  end if;
  return new;
end $$;
create trigger users_last_system before update of role, status on users
  for each row execute function last_system_user_guard();

-- Who has just chosen their password comes in by themselves; everything else is done by somebody, a role by another one who
-- may give it.
create function users_author_guard() returns trigger language plpgsql as $$
begin
  if (new.role, new.email, new.all_sites) is not distinct from (old.role, old.email, old.all_sites)
     and not (old.two_factor_enabled and not new.two_factor_enabled)
     and (new.status = old.status or old.status = 'invited' and new.status = 'active' and old.password_hash is null and new.password_hash is not null)
    then return new; end if;
  if new.updated_by is null then raise exception 'user_change_without_author' using errcode = 'CS016'; end if;
  if new.role <> old.role and (new.updated_by = new.id or not exists (select 1 from users a where a.id = new.updated_by and a.status = 'active'
       and (a.role = 's1st3ma' or a.role = 'adm1n1strat0r' and not array[new.role, old.role] && array['s1st3ma', 'aprobador'])))
    then raise exception 'user_role_by_who_may_not' using errcode = 'CS016'; end if;
  return new;
end $$;
create trigger users_author before update of role, email, all_sites, two_factor_enabled, status
  on users for each row execute function users_author_guard();
`
