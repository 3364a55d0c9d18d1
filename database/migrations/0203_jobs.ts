import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Background work: every run has a row, also those that start by the clock. What starts by the clock runs once at a
 * time and once for each time it is set for, on the clock of Madrid: both are held here, whoever starts it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table job_runs, automatic_processes, restores, process_clock cascade;
      drop function if exists tell_job_run, tell_process cascade;
    `)
  }
}

const TABLES = `
create table job_runs (
  id bigint generated always as identity primary key,
  queue text not null,
  job_id uuid,
  title text not null,
  user_id bigint,
  object_type text,
  object_id bigint,
  status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'warning', 'failed', 'cancelled')),
  done_count int not null default 0,
  total_count int,
  message text,
  result_url text,
  started_at timestamptz,
  finished_at timestamptz,
  site_id bigint,
  trigger text not null default 'event' check (trigger in ('schedule', 'manual', 'event', 'retry', 'catch_up')),
  is_sweep boolean not null default false,
  slot text,
  attempt int not null default 0,
  counters jsonb,
  error text,
  is_interrupted boolean not null default false,
  retry_of bigint references job_runs on delete set null,
  cancel_requested_at timestamptz,
  cancelled_by bigint,
  created_at timestamptz not null default now()
);
comment on table job_runs is 'Runs of background work and how each ended.';
create index job_runs_user on job_runs (user_id, created_at desc);
create index job_runs_object on job_runs (object_type, object_id);
create unique index job_runs_one_sweep on job_runs (queue) where is_sweep and status in ('queued', 'running');
create unique index job_runs_slot on job_runs (queue, slot) where slot is not null;
create index job_runs_queue on job_runs (queue, id desc);
create index job_runs_open on job_runs (status, created_at) where status in ('queued', 'running');
create index job_runs_finished on job_runs (finished_at) where finished_at is not null;

create table automatic_processes (
  id bigint generated always as identity primary key,
  key text not null unique,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_by bigint,
  paused_at timestamptz,
  paused_until timestamptz,
  pause_reason text,
  last_slot text,
  last_looked_at timestamptz,
  last_success_at timestamptz,
  failures_in_row int not null default 0 check (failures_in_row >= 0),
  alerted_at timestamptz,
  announcement_id bigint,
  created_at timestamptz not null default now(),
  constraint automatic_processes_pause_is_told check ((status = 'paused') = (paused_at is not null)
    and (status = 'paused') = (pause_reason is not null)
    and (status = 'paused' or paused_until is null))
);
comment on table automatic_processes is 'Background processes: paused or not, failures in a row, when each last succeeded.';

create table process_clock (
  is_only boolean default true primary key check (is_only),
  last_minute timestamptz
);
comment on table process_clock is 'The last minute that the clock of the processes has seen.';

create table restores (
  id bigint generated always as identity primary key,
  taken_at timestamptz not null,
  restored_at timestamptz not null default now(),
  settled_at timestamptz
);
comment on table restores is 'Restores of a backup, until what reaches outside was paused.';
`

const ROWS = `
insert into process_clock default values;
`

const FUNCTIONS = `
-- Every change of a run is told to whoever listens, when its transaction commits: the web processes pass it on to the
-- browsers. The message carries keys only, never a text, because anybody connected may listen.
create function tell_job_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_runs', json_build_object('userId', new.user_id, 'siteId', new.site_id,
    'objectType', new.object_type, 'objectId', new.object_id, 'queue', new.queue)::text);
  return null;
end $$;
create trigger job_runs_tell after insert or update on job_runs
  for each row execute function tell_job_run();

create function tell_process() returns trigger language plpgsql as $$
begin
  perform pg_notify('job_runs', json_build_object('userId', null, 'siteId', null,
    'objectType', null, 'objectId', null, 'queue', new.key)::text);
  return null;
end $$;
create trigger automatic_processes_tell after update on automatic_processes
  for each row execute function tell_process();
`
