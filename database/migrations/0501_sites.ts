import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Cost centres, holidays and settings. What loosens a control takes two people: one proposes, another one confirms, and
 * only then it is applied. The settings themselves refuse to be loosened without such a change in the same transaction
 * (CS010).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      alter table journal_lines drop constraint journal_lines_center_id_fkey;
      alter table journal_lines drop constraint journal_lines_category_id_fkey;
      drop table site_centers, group_settings, holidays, categories, setting_changes cascade;
      drop function if exists setting_change_guard, sorted_rows, is_confirmed_change, group_settings_guard,
        sites_direct_booking_guard cascade;
    `)
  }
}

const TABLES = `
create table site_centers (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  code text not null,
  name text not null,
  rooms int,
  pms_code text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint site_centers_of_site unique (site_id, id),
  unique (site_id, code),
  constraint site_centers_code_shape check (code ~ '^[A-Z0-9]{2,8}$'),
  constraint site_centers_rooms check (rooms between 0 and 5000)
);
comment on table site_centers is 'Cost centres of a company: hotels and departments.';
create trigger site_centers_touch before update on site_centers for each row execute function touch_updated_at();

create table holidays (
  id bigint generated always as identity primary key,
  calendar text not null,
  on_date date not null,
  name text,
  unique (calendar, on_date)
);
comment on table holidays is 'Days on which banks or courts do not work.';

create table group_settings (
  key text primary key,
  value bigint not null check (value >= 0),
  updated_by bigint references users,
  updated_at timestamptz not null default now()
);
comment on table group_settings is 'Settings of the whole group.';

create table setting_changes (
  id bigint generated always as identity primary key,
  setting text not null check (setting in ('approval_policies', 'bank_cooling', 'senior_cap', 'direct_booking')),
  site_id bigint references sites,
  before jsonb not null,
  after jsonb not null,
  reason text not null check (length(trim(reason)) between 5 and 500),
  status text not null default 'proposed' check (status in ('proposed', 'confirmed', 'rejected', 'withdrawn')),
  proposed_by bigint not null references users,
  proposed_at timestamptz not null default now(),
  decided_by bigint references users,
  decided_at timestamptz,
  decision_reason text,
  applied_in xid8,
  constraint setting_changes_applied check ((status = 'confirmed') = (applied_in is not null)),
  constraint setting_changes_decided check ((status = 'proposed') = (decided_by is null)
    and (decided_by is null) = (decided_at is null)),
  constraint setting_changes_two_people check (status <> 'confirmed' or decided_by <> proposed_by),
  constraint setting_changes_withdrawn check (status <> 'withdrawn' or decided_by = proposed_by)
);
comment on table setting_changes is 'Loosened controls that wait for a second person.';
create unique index setting_changes_open on setting_changes (setting, site_id) nulls not distinct where status = 'proposed';
create index setting_changes_recent on setting_changes (coalesce(decided_at, proposed_at) desc);
create trigger setting_changes_no_delete before delete on setting_changes for each row execute function refuse_change();

-- What people type for a category belongs to no other.
create table categories (
  id bigint generated always as identity primary key,
  parent_id bigint references categories,
  name citext not null,
  code text,
  ledger_account_prefix text not null,
  default_vat_code_id bigint references tax_codes,
  default_withholding_code_id bigint references tax_codes,
  deductible_percent smallint not null default 100 check (deductible_percent between 0 and 100),
  budgetable boolean not null default true,
  color text,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (parent_id, name)
);
comment on table categories is 'Expense categories of the group, with the account and taxes they stand for.';
create unique index categories_code on categories (upper(code)) where code is not null;

alter table journal_lines add foreign key (center_id) references site_centers;
alter table journal_lines add foreign key (category_id) references categories;
`

const ROWS = `
-- Whether August counts for nothing in the planning of judicial matters: 1 it does not count, 0 it does.
insert into group_settings (key, value) values
  ('judicial_august_off', 1);
`

const FUNCTIONS = `
create function setting_change_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then raise exception 'setting_change_born_decided' using errcode = 'CS011'; end if;
    return new;
  end if;
  if old.status <> 'proposed' or (new.setting, new.site_id, new.before, new.after, new.reason, new.proposed_by, new.proposed_at)
       is distinct from (old.setting, old.site_id, old.before, old.after, old.reason, old.proposed_by, old.proposed_at)
    then raise exception 'setting_change_frozen' using errcode = 'CS011'; end if;
  if new.status = 'confirmed' then
    if not is_confirmed(new.decided_by) or not exists (
         select 1 from users u where u.id = new.decided_by and u.status = 'active' and u.role in ('s1st3ma', 'aprobador')
           and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = new.site_id)))
      then raise exception 'setting_change_confirmer' using errcode = 'CS011'; end if;
    new.applied_in := pg_current_xact_id();
  end if;
  return new;
end $$;
create trigger setting_changes_guard before insert or update
  on setting_changes for each row execute function setting_change_guard();

create function sorted_rows(jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof($1) = 'array' then (select coalesce(jsonb_agg(e order by e), '[]') from jsonb_array_elements($1) e) else $1 end
$$;

create function is_confirmed_change(text, bigint, jsonb) returns boolean language sql stable as $$
  select exists (select 1 from setting_changes c where c.setting = $1 and c.site_id is not distinct from $2 and sorted_rows(c.after) = sorted_rows($3)
    and c.status = 'confirmed' and c.applied_in = pg_current_xact_id_if_assigned())
$$;

-- A shorter wait or a higher cap of senior accounting loosens a control; so does a higher limit of booking without approval.
create function group_settings_guard() returns trigger language plpgsql as $$
declare
  named text := case new.key when 'bank_cooling_hours' then 'bank_cooling' else 'senior_cap' end;
  held bigint := case when tg_op = 'UPDATE' then old.value when new.key = 'bank_cooling_hours' then 48 end;
begin
  if (new.key = 'bank_cooling_hours' and new.value < held or new.key = 'senior_accounting_cap_minor' and new.value > held)
    and not is_confirmed_change(named, null, to_jsonb(new.value))
    then raise exception 'setting_loosened' using errcode = 'CS010'; end if;
  return new;
end $$;
create trigger group_settings_loosened before insert or update on group_settings for each row
  when (new.key in ('bank_cooling_hours', 'senior_accounting_cap_minor')) execute function group_settings_guard();

create function sites_direct_booking_guard() returns trigger language plpgsql as $$
begin
  if new.auto_book_limit_minor > (case when tg_op = 'UPDATE' then old.auto_book_limit_minor else 0 end)
    and not is_confirmed_change('direct_booking', new.id, to_jsonb(new.auto_book_limit_minor))
    then raise exception 'setting_loosened' using errcode = 'CS010'; end if;
  return new;
end $$;
create trigger sites_direct_booking before insert or update of auto_book_limit_minor on sites
  for each row execute function sites_direct_booking_guard();
`
