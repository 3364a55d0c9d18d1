import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How each rule of the invoice audit is set, the runs over past invoices, and what an alarm needs to be worked off:
 * its rank, who has it, and a supplier as its subject where the finding is of no single invoice.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(RULES)
    this.schema.raw(RUNS)
    this.schema.raw(ALARMS)
  }

  async down() {
    this.schema.raw(`
      delete from invoice_alarms where invoice_id is null;
      drop index invoice_alarms_of_provider, invoice_alarms_worklist, invoice_alarms_state_created, invoice_alarms_rule, invoice_alarms_assigned;
      alter table invoice_alarms drop constraint invoice_alarms_subject, drop constraint invoice_alarms_reason;
      alter table invoice_alarms drop column rank, drop column assigned_to, drop column site_id, drop column provider_id, alter column invoice_id set not null;
      drop table invoice_audit_runs, invoice_audit_rules;
    `)
  }
}

const SEVERITIES = `('info', 'warning', 'high', 'blocking')`

/** A locked rule is never off, whoever asks: the database says so too. */
const RULES = `
  create table invoice_audit_rules (
    code text primary key check (code ~ '^[A-Z][0-9]{1,2}$'),
    default_severity text not null check (default_severity in ${SEVERITIES}),
    severity text not null check (severity in ${SEVERITIES}),
    is_locked boolean not null default false,
    enabled boolean not null default true,
    site_ids bigint[] not null default '{}',
    params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
    version int not null default 1,
    updated_by bigint references users,
    updated_at timestamptz not null default now(),
    constraint invoice_audit_rules_locked check (not is_locked or (enabled and site_ids = '{}'))
  );
  insert into invoice_audit_rules (code, default_severity, severity, is_locked) values
    ${Object.entries({
      blocking: 'D1! D2! A3! N1! B1! B2! B3 B5 S1! S2! P1',
      high: 'D3 D4 D5 A1 A2 N2 N3 N4 B4 C1 C2 C4 V1 V2 R4! P4 P6',
      warning: 'A4 C3 V3 R3 R5 R6 R7 P2 P5 S3 X1 L1',
      info: 'R1 R2 R8 R9 R10 P3',
    })
      .flatMap(([severity, codes]) =>
        codes
          .split(' ')
          .map((code) => `('${code.replace('!', '')}', '${severity}', '${severity}', ${code.endsWith('!')})`)
      )
      .join(', ')};
`

const RUNS = `
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
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    check ((status in ('done', 'failed', 'cancelled')) = (finished_at is not null))
  );
  create unique index invoice_audit_runs_one on invoice_audit_runs (scope_key) where status in ('queued', 'running');
  create index invoice_audit_runs_newest on invoice_audit_runs (created_at desc, id desc);
`

const ALARMS = `
  alter table invoice_alarms
    alter column invoice_id drop not null,
    add column provider_id bigint references providers,
    add column site_id bigint references sites,
    add column assigned_to bigint references users,
    add column rank smallint generated always as
      (case severity when 'blocking' then 4 when 'high' then 3 when 'warning' then 2 else 1 end) stored,
    add constraint invoice_alarms_subject check (num_nonnulls(invoice_id, provider_id) = 1 and (site_id is null or provider_id is not null)),
    add constraint invoice_alarms_reason check (status not in ('resolved', 'false_positive') or length(trim(reason)) between 10 and 500) not valid;
  create unique index invoice_alarms_of_provider on invoice_alarms (provider_id, (coalesce(site_id, 0)), rule_code, fingerprint)
    where provider_id is not null;
  create index invoice_alarms_worklist on invoice_alarms (status, rank desc, id desc);
  create index invoice_alarms_state_created on invoice_alarms (status, created_at desc, id desc);
  create index invoice_alarms_rule on invoice_alarms (rule_code, status, id desc);
  create index invoice_alarms_assigned on invoice_alarms (assigned_to, id desc) where status = 'open' and assigned_to is not null;
`
