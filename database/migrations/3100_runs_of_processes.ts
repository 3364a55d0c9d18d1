import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Every run of a process has a row, also those that start by the clock (area 35). What starts by the clock runs once at a
 * time and once for each time it is set for, on the clock of Madrid: both are held here, whoever starts it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table job_runs
        add column trigger text not null default 'event' check (trigger in ('schedule', 'manual', 'event', 'retry', 'catch_up')),
        add column is_sweep boolean not null default false,
        add column slot text,
        add column attempt int not null default 0,
        add column counters jsonb,
        add column error text,
        add column is_interrupted boolean not null default false,
        add column retry_of bigint references job_runs on delete set null,
        add column cancel_requested_at timestamptz,
        add column cancelled_by bigint,
        drop constraint job_runs_status_check,
        add constraint job_runs_status_check
          check (status in ('queued', 'running', 'succeeded', 'warning', 'failed', 'cancelled'));
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
        constraint automatic_processes_pause_is_told check (
          (status = 'paused') = (paused_at is not null) and (status = 'paused') = (pause_reason is not null)
            and (status = 'paused' or paused_until is null))
      );

      alter table exports
        drop constraint exports_run_id_fkey,
        add constraint exports_run_id_fkey foreign key (run_id) references job_runs on delete set null;

      create table restores (
        id bigint generated always as identity primary key,
        taken_at timestamptz not null,
        restored_at timestamptz not null default now(),
        settled_at timestamptz
      );

      create table process_clock (
        is_only boolean primary key default true check (is_only),
        last_minute timestamptz
      );
      insert into process_clock default values;

      create or replace function tell_job_run() returns trigger language plpgsql as $$
        begin
          perform pg_notify('job_runs', json_build_object('userId', new.user_id, 'siteId', new.site_id,
            'objectType', new.object_type, 'objectId', new.object_id, 'queue', new.queue)::text);
          return null;
        end $$;

      create function tell_process() returns trigger language plpgsql as $$
        begin
          perform pg_notify('job_runs', json_build_object('userId', null, 'siteId', null,
            'objectType', null, 'objectId', null, 'queue', new.key)::text);
          return null;
        end $$;
      create trigger automatic_processes_tell after update on automatic_processes
        for each row execute function tell_process();
    `)
  }

  async down() {
    this.schema.raw(`
      drop table process_clock;
      drop table restores;
      alter table exports
        drop constraint exports_run_id_fkey,
        add constraint exports_run_id_fkey foreign key (run_id) references job_runs;
      drop table automatic_processes;
      drop function tell_process();
      create or replace function tell_job_run() returns trigger language plpgsql as $$
        begin
          perform pg_notify('job_runs', json_build_object('userId', new.user_id, 'siteId', new.site_id,
            'objectType', new.object_type, 'objectId', new.object_id)::text);
          return null;
        end $$;
      alter table job_runs
        drop column cancelled_by,
        drop column cancel_requested_at,
        drop column retry_of,
        drop column is_interrupted,
        drop column error,
        drop column counters,
        drop column attempt,
        drop column slot,
        drop column is_sweep,
        drop column trigger,
        drop constraint job_runs_status_check,
        add constraint job_runs_status_check check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled'));
    `)
  }
}
