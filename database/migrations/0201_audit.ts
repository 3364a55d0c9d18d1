import { BaseSchema } from '@adonisjs/lucid/schema'

/** What happened, whoever did it. Nothing of it is ever changed. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table audit_events cascade;
      drop function if exists tell_work cascade;
    `)
  }
}

const TABLES = `
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint,
  actor_kind text not null default 'user' check (actor_kind in ('user', 'system', 'public', 'api')),
  site_id bigint,
  object_type text not null,
  object_id bigint,
  event text not null,
  from_status text,
  to_status text,
  reason text,
  diff jsonb,
  ip inet,
  request_id text
);
comment on table audit_events is 'What happened to any object: who, when, from, to and why. Append only.';
create index audit_events_object on audit_events (object_type, object_id, at);
create index audit_events_at on audit_events using brin (at);
create index audit_events_powers on audit_events (at, id) where object_type in ('user', 'approval') and actor_kind = 'user';
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_no_truncate before truncate on audit_events
  for each statement execute function refuse_change();
`

const FUNCTIONS = `
-- What happens to documents that the start page counts is told to whoever listens, when its transaction commits: the key of
-- the company and nothing else, once for each company. It is known from the record of events, so that nothing that is recorded
-- stays untold, whoever wrote it.
create function tell_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('work_changed', coalesce(told.site_id::text, ''))
    from (select distinct site_id from fresh where object_type in ('invoice', 'invoice_alarm', 'payment_order', 'payment_batch', 'payment_run', 'expense_note',
        'manual_entry', 'provider', 'employee', 'provider_contract', 'bank_account', 'bank_statement_line', 'reconciliation', 'legal_procedure', 'supplier_provision')) told;
  return null;
end $$;
create trigger audit_events_tell after insert on audit_events referencing new table as fresh
  for each statement execute function tell_work();
`
