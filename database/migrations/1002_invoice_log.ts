import { BaseSchema } from '@adonisjs/lucid/schema'

/** The log of invoices, which lies in months. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table invoice_action_logs cascade;
      drop function if exists open_invoice_log_months cascade;
      drop schema invoice_log_parts cascade;
    `)
  }
}

const TABLES = `
-- Months are opened ahead of time by \`open_invoice_log_months\`, which runs with the owner’s rights because the application
-- owns no table; what comes for a month that is not open yet lies in the default part until it is. The parts have a schema of
-- their own: nobody works with them by name.
create schema invoice_log_parts;

create table invoice_action_logs (
  id bigint generated always as identity,
  invoice_id bigint not null,
  at timestamptz default now(),
  user_id bigint,
  actor_kind text not null check (actor_kind in ('user', 'system', 'public', 'api')),
  action text not null,
  before jsonb,
  after jsonb,
  ip inet,
  user_agent text,
  request_id text,
  primary key (id, at)
) partition by range (at);
comment on table invoice_action_logs is 'Who did what to an invoice with what was there before; one part a month, append only.';
create index invoice_action_logs_invoice on invoice_action_logs (invoice_id, at);
create index invoice_action_logs_user on invoice_action_logs (user_id, at);
create index invoice_action_logs_action on invoice_action_logs (action, at);
create index invoice_action_logs_order on invoice_action_logs (at, id);
create index invoice_action_logs_days on invoice_action_logs using brin (at);
create trigger invoice_action_logs_append_only before update or delete on invoice_action_logs
  for each row execute function refuse_change();

create table invoice_action_logs_default partition of invoice_action_logs default;
comment on table invoice_action_logs_default is 'What the log holds of months that have no part yet.';
`

const FUNCTIONS = `
create function open_invoice_log_months(first date, last date) returns int
language plpgsql security definer set search_path = public as $$
declare
  month date := date_trunc('month', first)::date;
  part text;
  opened int := 0;
begin
  if last > first + interval '20 years' then raise exception 'too many months'; end if;
  perform pg_advisory_xact_lock(hashtext('open_invoice_log_months'));
  while month <= last loop
    part := 'month_' || to_char(month, 'YYYYMM');
    if to_regclass('invoice_log_parts.' || part) is null then
      execute format('create table invoice_log_parts.%I (like invoice_action_logs including defaults including constraints)', part);
      -- Moved rows are the same rows: the guard against changes stands on the whole table, not on a part taken out.
      alter table invoice_action_logs detach partition invoice_action_logs_default;
      execute format('with moved as (delete from invoice_action_logs_default where at >= %L and at < %L returning *) insert into invoice_log_parts.%I select * from moved',
        month::timestamp at time zone 'Europe/Madrid', (month + interval '1 month')::timestamp at time zone 'Europe/Madrid', part);
      alter table invoice_action_logs attach partition invoice_action_logs_default default;
      execute format('alter table invoice_action_logs attach partition invoice_log_parts.%I for values from (%L) to (%L)',
        part, month::timestamp at time zone 'Europe/Madrid', (month + interval '1 month')::timestamp at time zone 'Europe/Madrid');
      opened := opened + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return opened;
end $$;

select open_invoice_log_months(current_date, (current_date + interval '12 months')::date);
`
