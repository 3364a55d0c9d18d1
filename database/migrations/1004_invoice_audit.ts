import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How each rule of the audit is set, its runs over past invoices, its findings, and what an invoice is compared with:
 * what is usual of its supplier, how its first page looks, what its PDF tells of its making.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table invoice_alarms, invoice_audit_rules, invoice_audit_runs, provider_stats, provider_months cascade;
      drop function if exists provider_kin, invoice_alarm_subject, invoice_tells_alarms cascade;
    `)
  }
}

const TABLES = `
-- A locked rule is never off, whoever asks: the database says so too.
create table invoice_audit_rules (
  code text primary key check (code ~ '^[A-Z][0-9]{1,2}$'),
  default_severity text not null check (default_severity in ('info', 'warning', 'high', 'blocking')),
  severity text not null check (severity in ('info', 'warning', 'high', 'blocking')),
  is_locked boolean not null default false,
  enabled boolean not null default true,
  site_ids bigint[] not null default '{}',
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  version int not null default 1,
  updated_by bigint references users,
  updated_at timestamptz not null default now(),
  constraint invoice_audit_rules_locked check (not is_locked or (enabled and site_ids = '{}'))
);
comment on table invoice_audit_rules is 'Rules of the audit with their thresholds.';

create table invoice_audit_runs (
  id bigint generated always as identity primary key,
  requested_by bigint references users,
  scope jsonb not null,
  scope_key text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  totals jsonb not null default '{}',
  invoices_total int not null default 0,
  invoices_checked int not null default 0,
  findings_new int not null default 0,
  findings_gone int not null default 0,
  last_invoice_id bigint not null default 0,
  cancel_requested_by bigint references users,
  error text,
  started_at timestamptz,
  finished_at timestamptz,
  last_provider_id bigint default 0,
  created_at timestamptz not null default now(),
  check ((status in ('done', 'failed', 'cancelled')) = (finished_at is not null))
);
comment on table invoice_audit_runs is 'Runs of the audit over past invoices.';
create unique index invoice_audit_runs_one on invoice_audit_runs (scope_key) where status in ('queued', 'running');
create index invoice_audit_runs_newest on invoice_audit_runs (created_at desc, id desc);

-- A finding carries whose it is and what its list is ordered by: company, supplier, amount and day of its invoice, or its own
-- company and supplier where it is of no single invoice.
create table invoice_alarms (
  id bigint generated always as identity primary key,
  invoice_id bigint references invoices,
  rule_code text not null,
  fingerprint text not null,
  rule_version smallint not null default 1,
  severity text not null check (severity in ('info', 'warning', 'high', 'blocking')),
  score smallint,
  message text not null,
  evidence jsonb,
  status text not null default 'open' check (status in ('open', 'resolved', 'false_positive', 'snoozed', 'auto_closed')),
  snoozed_until date,
  resolved_by bigint references users,
  resolved_at timestamptz,
  reason text,
  provider_id bigint references providers,
  site_id bigint references sites,
  assigned_to bigint references users,
  rank smallint generated always as (case severity when 'blocking' then 4 when 'high' then 3 when 'warning' then 2
    else 1 end) stored,
  of_site_id bigint,
  of_provider_id bigint,
  of_minor bigint,
  of_day date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (invoice_id, rule_code, fingerprint),
  constraint invoice_alarms_reason check (status not in ('resolved', 'false_positive') or length(trim(reason)) between 10
    and 500),
  constraint invoice_alarms_subject check (num_nonnulls(invoice_id, provider_id) = 1 and (site_id is null
    or provider_id is not null))
);
comment on table invoice_alarms is 'What the audit found of an invoice or a supplier, and who judged it.';
create index invoice_alarms_open on invoice_alarms (rule_code, severity) where status = 'open';
create unique index invoice_alarms_of_provider on invoice_alarms (provider_id, (coalesce(site_id, 0)), rule_code, fingerprint)
  where provider_id is not null;
create index invoice_alarms_worklist on invoice_alarms (status, rank desc, id desc);
create index invoice_alarms_state_created on invoice_alarms (status, created_at desc, id desc);
create index invoice_alarms_assigned on invoice_alarms (assigned_to, id desc) where status = 'open' and assigned_to is not null;
create index invoice_alarms_open_of_rule on invoice_alarms (rule_code, invoice_id) where status = 'open';
create index invoice_alarms_rule on invoice_alarms (status, rule_code, id);
create index invoice_alarms_amount on invoice_alarms (status, of_minor, id);
create index invoice_alarms_day on invoice_alarms (status, of_day, id);
create index invoice_alarms_site on invoice_alarms (of_site_id, status, rank desc, id desc);
create index invoice_alarms_provider on invoice_alarms (of_provider_id, status, rank desc, id desc);
create index invoice_alarms_about on invoice_alarms (((evidence ->> 'invoiceId')::bigint)) where status = 'open';

-- Booked invoices of the last 24 months, all companies together; credit notes are left out.
create table provider_stats (
  provider_id bigint primary key references providers on delete cascade,
  invoices int not null default 0,
  median_minor bigint,
  mad_minor bigint,
  round_count int not null default 0,
  free_day_count int not null default 0,
  weekday_mask smallint not null default 0,
  rates jsonb not null default '{}',
  iban_countries text[] not null default '{}',
  months int not null default 0,
  month_mean double precision,
  month_sd double precision,
  number_pattern text,
  consecutive_share double precision,
  first_issued_on date,
  last_issued_on date,
  is_stale boolean not null default false,
  refreshed_at timestamptz not null default now()
);
comment on table provider_stats is 'What is usual of a supplier, for the audit.';
create index provider_stats_stale on provider_stats (provider_id) where is_stale;

create table provider_months (
  provider_id bigint references providers on delete cascade,
  month date check (month = date_trunc('month', month)::date),
  invoices int not null,
  total_minor bigint not null,
  primary key (provider_id, month)
);
comment on table provider_months is 'Invoices of a supplier by month, for the audit.';
`

const ROWS = `
insert into invoice_audit_rules (code, default_severity, severity, is_locked) values
  ('A1', 'high', 'high', false),
  ('A2', 'high', 'high', false),
  ('A3', 'blocking', 'blocking', true),
  ('A4', 'warning', 'warning', false),
  ('B1', 'blocking', 'blocking', true),
  ('B2', 'blocking', 'blocking', true),
  ('B3', 'blocking', 'blocking', false),
  ('B4', 'high', 'high', false),
  ('B5', 'blocking', 'blocking', false),
  ('C1', 'high', 'high', false),
  ('C2', 'high', 'high', false),
  ('C3', 'warning', 'warning', false),
  ('C4', 'high', 'high', false),
  ('D1', 'blocking', 'blocking', true),
  ('D2', 'blocking', 'blocking', true),
  ('D3', 'high', 'high', false),
  ('D4', 'high', 'high', false),
  ('D5', 'high', 'high', false),
  ('L1', 'warning', 'warning', false),
  ('N1', 'blocking', 'blocking', true),
  ('N2', 'high', 'high', false),
  ('N3', 'high', 'high', false),
  ('N4', 'high', 'high', false),
  ('P1', 'blocking', 'blocking', false),
  ('P2', 'warning', 'warning', false),
  ('P3', 'info', 'info', false),
  ('P4', 'high', 'high', false),
  ('P5', 'warning', 'warning', false),
  ('P6', 'high', 'high', false),
  ('R1', 'info', 'info', false),
  ('R10', 'info', 'info', false),
  ('R2', 'info', 'info', false),
  ('R3', 'warning', 'warning', false),
  ('R4', 'high', 'high', true),
  ('R5', 'warning', 'warning', false),
  ('R6', 'warning', 'warning', false),
  ('R7', 'warning', 'warning', false),
  ('R8', 'info', 'info', false),
  ('R9', 'info', 'info', false),
  ('S1', 'blocking', 'blocking', true),
  ('S2', 'blocking', 'blocking', true),
  ('S3', 'warning', 'warning', false),
  ('V1', 'high', 'high', false),
  ('V2', 'high', 'high', false),
  ('V3', 'warning', 'warning', false),
  ('X1', 'warning', 'warning', false);
`

const FUNCTIONS = `
-- The setting is known to the server once its library is loaded.
select similarity('a', 'b');

-- Suppliers of a similar name, by the index that gives only names that are alike enough.
create function provider_kin(bigint) returns setof bigint language sql stable set pg_trgm.similarity_threshold = 0.7 as $$
  select p.id from providers q join providers p on p.name_norm % q.name_norm and p.id <> q.id and similarity(p.name_norm, q.name_norm) > 0.7
   where q.id = $1 and p.status <> 'merged'
$$;

-- The invoice tells its findings when it changes; both sides hold its lock, so that neither misses the other.
create function invoice_alarm_subject() returns trigger language plpgsql as $$
begin
  if new.invoice_id is null then
    new.of_site_id := new.site_id; new.of_provider_id := new.provider_id; new.of_minor := null; new.of_day := null;
    return new;
  end if;
  select i.site_id, i.provider_id, i.total_minor, i.issued_on into new.of_site_id, new.of_provider_id, new.of_minor, new.of_day
    from invoices i where i.id = new.invoice_id for share;
  return new;
end $$;
create trigger invoice_alarms_subject before insert or update of invoice_id, site_id, provider_id, of_site_id, of_provider_id,
  of_minor, of_day on invoice_alarms
  for each row execute function invoice_alarm_subject();

create function invoice_tells_alarms() returns trigger language plpgsql as $$
begin
  update invoice_alarms set of_site_id = new.site_id where invoice_id = new.id;
  return null;
end $$;
create trigger invoices_tell_alarms after update on invoices for each row
  when ((old.site_id, old.provider_id, old.total_minor, old.issued_on) is distinct from (new.site_id, new.provider_id,
  new.total_minor, new.issued_on))
  execute function invoice_tells_alarms();
`
