import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Employees of the companies, their spells of employment, absences and bank details. What identifies a person must be
 * right here too: DNI or NIE, Social Security number, age at the start, one live record of a person in a company.
 * States take only the steps of their table and somebody comes back only with a new period (CE001), employee and
 * periods tell the same days (CE002), no listed account is kept or verified (CE003), a bank detail is born unverified
 * and is never rewritten (CE004), nobody verifies the account they are paid on (CE005).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table employees, employee_periods, employee_absences, employee_banks, employee_documents cascade;
      drop function if exists is_personal_tax_id, is_social_security_no, employees_guard, employee_agrees,
        employee_of_period, employee_period_of_employee, employee_banks_guard, employee_renamed cascade;
    `)
  }
}

const TABLES = `
-- DNI and NIE: letter by 23.
create function is_personal_tax_id(text) returns boolean language sql immutable parallel safe strict as $$
  select case
    when $1 ~ '^[0-9]{8}[A-Z]$'
      then substr('TRWAGMYFPDXBNJZSQVHLCKE', substr($1, 1, 8)::int % 23 + 1, 1) = substr($1, 9, 1)
    when $1 ~ '^[XYZ][0-9]{7}[A-Z]$'
      then substr('TRWAGMYFPDXBNJZSQVHLCKE', (translate(substr($1, 1, 1), 'XYZ', '012') || substr($1, 2, 7))::int % 23 + 1, 1) = substr($1, 9, 1)
    else false end $$;

-- Two figures of the province, eight, two of control by 97.
create function is_social_security_no(text) returns boolean language sql immutable parallel safe strict as $$
  select case when $1 ~ '^[0-9]{12}$' then
    (case when substr($1, 3, 8)::bigint < 10000000
      then substr($1, 1, 2)::bigint * 10000000 + substr($1, 3, 8)::bigint else substr($1, 1, 10)::bigint end) % 97
      = substr($1, 11, 2)::bigint
    else false end $$;

-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table employees (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  code text not null,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 120),
  full_name text not null generated always as (last_name || ', ' || first_name) stored,
  search_text text not null generated always as (f_unaccent(lower(((((((code || ' ') || first_name) || ' ') || last_name) || ' ') || coalesce(tax_id, ''))))) stored,
  tax_id text check (is_personal_tax_id(tax_id)),
  social_security_no text,
  birth_date date,
  email text,
  phone text,
  address text,
  position text,
  department text,
  center_id bigint,
  manager_id bigint references employees,
  contract_type text check (contract_type in ('permanent', 'seasonal', 'temporary', 'training', 'internship', 'executive')),
  started_on date not null,
  ended_on date,
  hours_week numeric(4,2) check (hours_week > 0 and hours_week <= 60),
  gross_yearly_minor bigint check (gross_yearly_minor >= 0),
  net_monthly_minor bigint check (net_monthly_minor >= 0),
  currency char(3) not null default 'EUR' references currencies,
  payments_per_year smallint not null default 14 check (payments_per_year in (12, 14)),
  irpf_percent numeric(4,2) check (irpf_percent between 0 and 47),
  expense_limit_minor bigint check (expense_limit_minor >= 0),
  user_id bigint unique references users,
  status text not null default 'active' check (status in ('active', 'leave', 'terminated')),
  has_settlement boolean not null default false,
  end_reason text,
  anonymised_at timestamptz,
  import_id uuid references imports,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint employees_code unique (site_id, code),
  constraint employees_age check (birth_date + interval '16 years' <= started_on),
  constraint employees_anonymised check (anonymised_at is null or (status = 'terminated'
    and num_nonnulls(social_security_no, birth_date, email, phone, address, gross_yearly_minor, net_monthly_minor, irpf_percent, user_id) = 0)),
  constraint employees_code_shape check (code ~ '^[A-Z0-9._-]{1,20}$'),
  constraint employees_days check (ended_on >= started_on),
  constraint employees_ended check (status <> 'terminated' or ended_on is not null),
  constraint employees_identified check ((tax_id is null) = (anonymised_at is not null)),
  constraint employees_not_own_manager check (manager_id <> id),
  constraint employees_social_security_check check (is_social_security_no(social_security_no)),
  constraint employees_started check (started_on between '1950-01-01' and '2100-12-31'),
  constraint employees_center_of_site foreign key (site_id, center_id) references site_centers (site_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table employees is 'People on the payroll of a company.';
create unique index employees_tax_id on employees (site_id, tax_id) where status <> 'terminated';
create index employees_site on employees (site_id, status);
create index employees_ended on employees (ended_on) where ended_on is not null and anonymised_at is null;
create index employees_search on employees using gin (search_text gin_trgm_ops);
create index employees_same_person on employees (tax_id);
create index employees_import on employees (import_id) where import_id is not null;
create index employees_address_form on employees (f_unaccent(lower(address)));
create index employees_phone_form on employees ((right(regexp_replace(phone, '[^0-9]', '', 'g'), 9)));
create index employees_name on employees (full_name collate "es-x-icu", id) include (status, site_id, search_text);
create index employees_site_name on employees (site_id, full_name collate "es-x-icu", id);
create index employees_code_order on employees (code, id);
create index employees_started on employees (started_on, id);
create index employees_status on employees (status, id);
create index employees_on_payroll on employees (site_id) where status <> 'terminated' and net_monthly_minor > 0;
create trigger employees_touch before update on employees for each row execute function touch_updated_at();

create table employee_periods (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees,
  started_on date not null,
  ended_on date,
  reason text,
  has_settlement boolean not null default false,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint employee_periods_days check (ended_on >= started_on),
  constraint employee_periods_apart exclude using gist (employee_id with =, daterange(started_on, ended_on, '[]') with &&)
);
comment on table employee_periods is 'Employments of a person in a company: beginning, end, reason.';
create trigger employee_periods_touch before update on employee_periods for each row execute function touch_updated_at();

create table employee_absences (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees,
  starts_on date not null,
  ends_on date,
  cancelled_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint employee_absences_days check (ends_on >= starts_on),
  constraint employee_absences_apart exclude using gist (employee_id with =, daterange(starts_on, ends_on, '[]') with &&)
    where (cancelled_at is null)
);
comment on table employee_absences is 'Days on which an employee is away.';
create index employee_absences_live on employee_absences (employee_id) where cancelled_at is null;
create trigger employee_absences_touch before update on employee_absences for each row execute function touch_updated_at();

create table employee_banks (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees,
  iban text,
  bic text,
  bank_name text,
  holder_name text not null,
  is_default boolean not null default false,
  verification text not null default 'unverified' check (verification in ('unverified', 'verified', 'rejected', 'blacklisted')),
  verification_method text check (verification_method in ('certificate', 'phone_call', 'in_person', 'vop')),
  verified_by bigint references users,
  verified_at timestamptz,
  payable_from timestamptz,
  waived_by bigint references users,
  disabled_at timestamptz,
  anonymised_at timestamptz,
  last_changed_by bigint references users,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint employee_banks_iban unique (employee_id, iban),
  constraint employee_banks_of_employee unique (employee_id, id),
  constraint employee_banks_anonymised check ((iban is null) = (anonymised_at is not null)),
  constraint employee_banks_default_in_use check (not is_default or (disabled_at is null
    and verification not in ('rejected', 'blacklisted'))),
  constraint employee_banks_four_eyes check (verification <> 'verified'
    or (verified_by is not null and payable_from is not null and verified_by is distinct from created_by)),
  constraint employee_banks_waived_by_another check (waived_by is null or waived_by is distinct from verified_by)
);
comment on table employee_banks is 'Accounts that employees are paid to, and how each was verified.';
create unique index employee_banks_default on employee_banks (employee_id) where is_default;
create index employee_banks_by_iban on employee_banks (iban);
create index employee_banks_waiting on employee_banks (created_at) where verification = 'unverified' and disabled_at is null;
create trigger employee_banks_touch before update on employee_banks for each row execute function touch_updated_at();

create table employee_documents (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees,
  kind text not null check (kind in ('contract', 'identity', 'bank', 'payslip', 'settlement', 'other')),
  file_id bigint not null unique references files,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
comment on table employee_documents is 'Files of an employee.';
create index employee_documents_of on employee_documents (employee_id);
`

const FUNCTIONS = `
create function employees_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'active' then raise exception 'employee_not_active' using errcode = 'CE001'; end if;
    return new;
  end if;
  if new.site_id <> old.site_id or old.anonymised_at is not null
    then raise exception 'employee_fixed' using errcode = 'CE001'; end if;
  if new.status <> old.status and (old.status, new.status) not in
      (('active', 'leave'), ('leave', 'active'), ('active', 'terminated'), ('leave', 'terminated'), ('terminated', 'active'))
    then raise exception 'employee_no_way' using errcode = 'CE001'; end if;
  if old.status = 'terminated' and new.status = 'active' and (new.ended_on is not null or new.started_on <= old.ended_on)
    then raise exception 'employee_no_new_period' using errcode = 'CE001'; end if;
  return new;
end $$;
create trigger employees_guard before insert or update on employees for each row execute function employees_guard();

-- Checked at the end of the transaction: a rehire writes both.
create function employee_agrees(bigint) returns void language plpgsql as $$
begin
  if exists (select 1 from employees e where e.id = $1 and not exists (
      select 1 from employee_periods p where p.employee_id = e.id
         and (p.started_on, p.has_settlement) = (e.started_on, e.has_settlement) and p.ended_on is not distinct from e.ended_on))
    then raise exception 'employee_period_differs' using errcode = 'CE002'; end if;
end $$;

create function employee_of_period() returns trigger language plpgsql as $$
begin perform employee_agrees(new.id); return null; end $$;
create constraint trigger employees_agree after insert or update of started_on, ended_on, has_settlement on employees
  deferrable initially deferred for each row execute function employee_of_period();

create function employee_period_of_employee() returns trigger language plpgsql as $$
begin perform employee_agrees(coalesce(new.employee_id, old.employee_id)); return null; end $$;
create constraint trigger employee_periods_agree after insert or update or delete on employee_periods
  deferrable initially deferred for each row execute function employee_period_of_employee();

create function employee_banks_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.verification <> 'unverified' or new.verified_by is not null
      then raise exception 'employee_bank_born_verified' using errcode = 'CE004'; end if;
  else
    if new.employee_id <> old.employee_id or (new.iban is distinct from old.iban and new.anonymised_at is null)
      or ((new.holder_name, new.created_by) is distinct from (old.holder_name, old.created_by)
          and new.verification <> 'unverified' and new.anonymised_at is null)
      then raise exception 'employee_bank_rewritten' using errcode = 'CE004'; end if;
  end if;
  if (tg_op = 'INSERT' or new.verification = 'verified' and old.verification <> 'verified' or new.is_default and not old.is_default
      or new.disabled_at is null and old.disabled_at is not null)
     and exists (select 1 from iban_listing(new.iban) b where b.severity = 'block')
    then raise exception 'employee_bank_blacklisted' using errcode = 'CE003'; end if;
  if new.verification = 'verified' and exists (select 1 from employees e where e.id = new.employee_id and e.user_id = new.verified_by)
    and (tg_op = 'INSERT' or old.verification <> 'verified')
    then raise exception 'employee_bank_own' using errcode = 'CE005'; end if;
  return new;
end $$;
create trigger employee_banks_guard before insert or update
  on employee_banks for each row execute function employee_banks_guard();

create function employee_renamed() returns trigger language plpgsql as $$
begin
  perform rename_party_accounts('employee', new.id, old.full_name, new.full_name);
  return null;
end $$;
create trigger employees_renamed after update of first_name, last_name on employees for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function employee_renamed();

create trigger employee_banks_second_person before insert or update of verified_by on employee_banks for each row
  when (new.verified_by is not null) execute function second_person_guard('verified_by');
create trigger employee_banks_waiver before insert or update of waived_by on employee_banks for each row
  when (new.waived_by is not null)
  execute function second_person_guard('waived_by');
`
