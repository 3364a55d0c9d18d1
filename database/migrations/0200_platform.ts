import { BaseSchema } from '@adonisjs/lucid/schema'

/** Floor 2 and the framework's own tables: what happened, stored files, outgoing mail, sessions, limits. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
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
      create index audit_events_object on audit_events (object_type, object_id, at);
      create index audit_events_at on audit_events using brin (at);
      create trigger audit_events_append_only before update or delete on audit_events
        for each row execute function refuse_change();
      create trigger audit_events_no_truncate before truncate on audit_events
        for each statement execute function refuse_change();

      create table files (
        id bigint generated always as identity primary key,
        disk text not null,
        storage_key text not null unique,
        name text not null check (length(name) between 1 and 255),
        mime text not null,
        size_bytes bigint not null check (size_bytes >= 0),
        sha256 text not null check (length(sha256) = 64),
        scan_status text not null default 'clean' check (scan_status in ('pending', 'clean', 'infected')),
        created_by bigint,
        created_at timestamptz not null default now()
      );
      create index files_sha256 on files (sha256);

      create table exports (
        id bigint generated always as identity primary key,
        user_id bigint not null,
        route text not null,
        filters jsonb not null default '{}',
        format text not null check (format in ('xlsx', 'csv')),
        status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
        rows_done int not null default 0,
        file_id bigint references files,
        error text,
        expires_at timestamptz not null default now() + interval '24 hours',
        created_at timestamptz not null default now()
      );

      create table outgoing_mails (
        id bigint generated always as identity primary key,
        "to" text not null,
        cc text,
        subject text not null,
        body text not null,
        status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
        attempts int not null default 0,
        error text,
        object_type text,
        object_id bigint,
        sent_at timestamptz,
        created_at timestamptz not null default now()
      );
      create index outgoing_mails_queued on outgoing_mails (id) where status = 'queued';

      create table job_runs (
        id bigint generated always as identity primary key,
        queue text not null,
        job_id uuid,
        title text not null,
        user_id bigint,
        object_type text,
        object_id bigint,
        status text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
        done_count int not null default 0,
        total_count int,
        message text,
        result_url text,
        created_at timestamptz not null default now(),
        started_at timestamptz,
        finished_at timestamptz
      );
      create index job_runs_user on job_runs (user_id, created_at desc);
      create index job_runs_object on job_runs (object_type, object_id);

      create table sessions (
        id text primary key,
        data text not null,
        user_id text,
        expires_at timestamptz not null
      );
      create index sessions_expires_at on sessions (expires_at);
      create index sessions_user on sessions (user_id);

      create table rate_limits (
        key varchar(255) primary key,
        points int not null default 0,
        expire bigint
      );

      create table form_requests (
        request_id uuid not null,
        user_id bigint not null,
        route text not null,
        result_url text,
        at timestamptz not null default now(),
        primary key (request_id, user_id)
      );
      create index form_requests_at on form_requests (at);
    `)
  }

  async down() {
    this.schema.raw(
      `drop table form_requests, rate_limits, sessions, job_runs, outgoing_mails, exports, files, audit_events`
    )
  }
}
