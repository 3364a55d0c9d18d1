import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Employees of the companies, their spells of employment, absences and bank details (area 03 §2). What identifies a
 * person must be right here too: DNI or NIE, Social Security number, age at the start, one live record of a person in
 * a company. Bank details serve payroll and expense notes, so orders of payment may point at them.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(IDENTIFIERS)
    this.schema.raw(EMPLOYEES)
    this.schema.raw(PERIODS)
    this.schema.raw(BANKS)
  }

  async down() {
    this.schema.raw(`
      alter table payment_orders drop constraint payment_orders_employee_bank;
      drop table employee_banks, employee_absences, employee_periods, employees;
      alter table site_centers drop constraint site_centers_of_site;
      drop function is_social_security_no(text);
      drop function is_personal_tax_id(text);
    `)
  }
}

/** DNI and NIE: letter by 23. Social Security: two of the province, eight digits, two of control by 97. */
const IDENTIFIERS = `
  create function is_personal_tax_id(text) returns boolean language sql immutable parallel safe strict as $$
    select case
      when $1 ~ '^[0-9]{8}[A-Z]$'
        then substr('TRWAGMYFPDXBNJZSQVHLCKE', substr($1, 1, 8)::int % 23 + 1, 1) = substr($1, 9, 1)
      when $1 ~ '^[XYZ][0-9]{7}[A-Z]$'
        then substr('TRWAGMYFPDXBNJZSQVHLCKE', (translate(substr($1, 1, 1), 'XYZ', '012') || substr($1, 2, 7))::int % 23 + 1, 1) = substr($1, 9, 1)
      else false end $$;

  create function is_social_security_no(text) returns boolean language sql immutable parallel safe strict as $$
    select case when $1 ~ '^[0-9]{12}$' then
      (case when substr($1, 3, 8)::bigint < 10000000
        then substr($1, 1, 2)::bigint * 10000000 + substr($1, 3, 8)::bigint else substr($1, 1, 10)::bigint end) % 97
        = substr($1, 11, 2)::bigint
      else false end $$;
`

const EMPLOYEES = `
  alter table site_centers add constraint site_centers_of_site unique (site_id, id);

  create table employees (
    id bigint generated always as identity primary key,
    site_id bigint not null references sites,
    code text not null constraint employees_code_shape check (code ~ '^[A-Z0-9._-]{1,20}$'),
    first_name text not null check (length(first_name) between 1 and 80),
    last_name text not null check (length(last_name) between 1 and 120),
    full_name text not null generated always as (last_name || ', ' || first_name) stored,
    search_text text not null generated always as
      (f_unaccent(lower(code || ' ' || first_name || ' ' || last_name || ' ' || coalesce(tax_id, '')))) stored,
    tax_id text constraint employees_tax_id_check check (is_personal_tax_id(tax_id)),
    social_security_no text constraint employees_social_security_check check (is_social_security_no(social_security_no)),
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
    hours_week numeric(4, 2) check (hours_week > 0 and hours_week <= 60),
    gross_yearly_minor bigint check (gross_yearly_minor >= 0),
    net_monthly_minor bigint check (net_monthly_minor >= 0),
    currency char(3) not null default 'EUR' references currencies,
    payments_per_year smallint not null default 14 check (payments_per_year in (12, 14)),
    irpf_percent numeric(4, 2) check (irpf_percent between 0 and 47),
    expense_limit_minor bigint check (expense_limit_minor >= 0),
    user_id bigint unique references users,
    status text not null default 'active' check (status in ('active', 'leave', 'terminated')),
    has_settlement boolean not null default false,
    end_reason text,
    anonymised_at timestamptz,
    lock_version int not null default 0,
    created_by bigint references users,
    updated_by bigint references users,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint employees_code unique (site_id, code),
    constraint employees_center_of_site foreign key (site_id, center_id) references site_centers (site_id, id),
    constraint employees_days check (ended_on >= started_on),
    constraint employees_started check (started_on between '1950-01-01' and '2100-12-31'),
    constraint employees_age check (birth_date + interval '16 years' <= started_on),
    constraint employees_not_own_manager check (manager_id <> id),
    constraint employees_ended check (status <> 'terminated' or ended_on is not null),
    constraint employees_identified check ((tax_id is null) = (anonymised_at is not null)),
    constraint employees_anonymised check (anonymised_at is null or (status = 'terminated'
      and num_nonnulls(social_security_no, birth_date, email, phone, address, gross_yearly_minor, net_monthly_minor, irpf_percent, user_id) = 0))
  );
  create unique index employees_tax_id on employees (site_id, tax_id) where status <> 'terminated';
  create index employees_name on employees (full_name collate "es-x-icu", id);
  create index employees_site on employees (site_id, status);
  create index employees_ended on employees (ended_on) where ended_on is not null and anonymised_at is null;
  create index employees_search on employees using gin (search_text gin_trgm_ops);
  create index employees_same_person on employees (tax_id);
  create trigger employees_touch before update on employees for each row execute function touch_updated_at();
`

const PERIODS = `
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
    constraint employee_absences_apart exclude using gist (employee_id with =, daterange(starts_on, ends_on, '[]') with &&) where (cancelled_at is null)
  );
  create index employee_absences_live on employee_absences (employee_id) where cancelled_at is null;
  create trigger employee_absences_touch before update on employee_absences for each row execute function touch_updated_at();
`

const BANKS = `
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
    constraint employee_banks_four_eyes check (verification <> 'verified'
      or (verified_by is not null and payable_from is not null and verified_by is distinct from created_by)),
    constraint employee_banks_default_in_use check (not is_default or (disabled_at is null and verification not in ('rejected', 'blacklisted'))),
    constraint employee_banks_anonymised check ((iban is null) = (anonymised_at is not null))
  );
  create unique index employee_banks_default on employee_banks (employee_id) where is_default;
  create index employee_banks_by_iban on employee_banks (iban);
  create trigger employee_banks_touch before update on employee_banks for each row execute function touch_updated_at();

  alter table payment_orders add constraint payment_orders_employee_bank foreign key (employee_bank_id) references employee_banks;
`
