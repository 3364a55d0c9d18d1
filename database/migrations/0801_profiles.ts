import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the words of an invoice line say that it is: category, account, taxes. What people corrected, and the words that
 * corrections suggest.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      alter table providers drop constraint providers_default_profile_id_fkey;
      drop table expense_profiles, profile_keywords, profile_corrections, profile_book, profile_suggestions cascade;
      drop function if exists profile_keywords_limit, profiles_changed cascade;
    `)
  }
}

const TABLES = `
create table expense_profiles (
  id bigint generated always as identity primary key,
  name text not null,
  provider_id bigint references providers,
  site_ids bigint[] not null default '{}',
  category_id bigint not null references categories,
  ledger_account_code text,
  center_id bigint references site_centers,
  vat_code_id bigint references tax_codes,
  withholding_code_id bigint references tax_codes,
  deductible_percent smallint,
  priority smallint not null default 100 check (priority between 0 and 1000),
  min_score smallint not null default 50 check (min_score between 1 and 1000),
  match_fields text[] not null default '{concept,description}',
  amount_min_minor bigint,
  amount_max_minor bigint,
  requires_approval boolean not null default true,
  auto_book boolean not null default false,
  active boolean not null default true,
  version int not null default 1,
  parent_profile_id bigint references expense_profiles,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (provider_id, name),
  constraint expense_profiles_amounts check (coalesce(amount_min_minor, 0) >= 0 and coalesce(amount_max_minor, 0) >= 0),
  check (amount_min_minor is null or amount_max_minor is null or amount_min_minor <= amount_max_minor),
  constraint expense_profiles_deductible check (deductible_percent between 0 and 100),
  constraint expense_profiles_fields check (cardinality(match_fields) > 0
    and match_fields <@ array['concept', 'description', 'invoice_number', 'provider_name', 'full_text']),
  constraint expense_profiles_name_length check (length(trim(name)) between 2 and 120)
);
comment on table expense_profiles is 'What the words of an invoice line say it is: category, account, taxes.';
create index expense_profiles_provider on expense_profiles (provider_id, name);
create index expense_profiles_name on expense_profiles (name, id);
create trigger expense_profiles_touch before update on expense_profiles for each row execute function touch_updated_at();

create table profile_keywords (
  id bigint generated always as identity primary key,
  profile_id bigint not null references expense_profiles on delete cascade,
  kind text not null check (kind in ('include', 'require', 'exclude')),
  mode text not null check (mode in ('word', 'phrase', 'prefix', 'exact', 'regex', 'fuzzy')),
  text text not null,
  text_norm text not null,
  weight smallint not null default 50 check (weight between 1 and 100),
  field text,
  unique nulls not distinct (profile_id, kind, mode, text_norm, field),
  constraint profile_keywords_field check (field in ('concept', 'description', 'invoice_number', 'provider_name', 'full_text')),
  constraint profile_keywords_text_check check (length(text) between 1 and case when mode = 'regex' then 200 else 120 end)
);
comment on table profile_keywords is 'Words of an expense profile.';

create table profile_suggestions (
  id bigint generated always as identity primary key,
  profile_id bigint not null references expense_profiles on delete cascade,
  text_norm text not null,
  corrections int not null check (corrections >= 3),
  log_odds numeric(8,4) not null,
  dismissed_by bigint references users,
  dismissed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (profile_id, text_norm)
);
comment on table profile_suggestions is 'Words that corrections suggest for a profile.';

create table profile_corrections (
  id bigint generated always as identity primary key,
  invoice_line_id bigint not null,
  predicted_profile_id bigint references expense_profiles,
  chosen_profile_id bigint references expense_profiles,
  chosen_category_id bigint references categories,
  user_id bigint references users,
  text_norm text not null,
  created_at timestamptz not null default now()
);
comment on table profile_corrections is 'Lines whose profile a person corrected.';
create index profile_corrections_predicted on profile_corrections (predicted_profile_id, created_at)
  where predicted_profile_id is not null;
create index profile_corrections_chosen on profile_corrections (chosen_profile_id, created_at)
  where chosen_profile_id is not null;

-- A stamp that is new after every change of any profile (and is told, so that processes compile them again); a change that was
-- rolled back never shares its stamp.
create table profile_book (
  one boolean default true primary key check (one),
  stamp uuid not null default gen_random_uuid()
);
comment on table profile_book is 'Changes with every profile: what readers compare.';

alter table providers add foreign key (default_profile_id) references expense_profiles;
`

const ROWS = `
insert into profile_book default values;
`

const FUNCTIONS = `
create function profile_keywords_limit() returns trigger language plpgsql as $$
begin
  if exists (select 1 from profile_keywords k where k.profile_id in (select profile_id from added) group by k.profile_id having count(*) > 200)
    then raise exception 'too_many_keywords' using errcode = 'CF001'; end if;
  return null;
end $$;
create trigger profile_keywords_limit after insert on profile_keywords referencing new table as added
  for each statement execute function profile_keywords_limit();

create function profiles_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update profile_book set stamp = gen_random_uuid();
  perform pg_notify('profiles_changed', '');
  return null;
end $$;
create trigger expense_profiles_changed after insert or update or delete on expense_profiles
  for each statement execute function profiles_changed();
create trigger profile_keywords_changed after insert or update or delete on profile_keywords
  for each statement execute function profiles_changed();
`
