import { BaseSchema } from '@adonisjs/lucid/schema'

/** What serves the browser: files that were made in the background, forms that were sent, sessions, limits. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
  }

  async down() {
    this.schema.raw(`
      drop table exports, sessions, rate_limits, form_requests cascade;
    `)
  }
}

const TABLES = `
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  route text not null,
  filters jsonb not null default '{}',
  format text not null check (format in ('xlsx', 'csv')),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'expired')),
  row_count int not null default 0,
  file_id bigint references files,
  error text,
  expires_at timestamptz not null default now() + interval '24 hours',
  name text not null default '',
  run_id bigint references job_runs on delete set null,
  made_for jsonb,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  constraint exports_done_has_file check ((status = 'done') = (file_id is not null))
);
comment on table exports is 'Files of lists that were made in the background, for a day.';
create index exports_user on exports (user_id, id desc);
create index exports_expiring on exports (expires_at) where status in ('done', 'failed');
create unique index exports_once on exports (user_id, route, format, md5(filters::text)) where status in ('queued', 'running');

create table form_requests (
  request_id uuid,
  user_id bigint,
  route text not null,
  result_url text,
  at timestamptz not null default now(),
  primary key (request_id, user_id)
);
comment on table form_requests is 'Forms that were sent, so that a second sending does nothing.';
create index form_requests_at on form_requests (at);

create table sessions (
  id text primary key,
  data text not null,
  user_id text,
  expires_at timestamptz not null
);
comment on table sessions is 'Sessions of browsers.';
create index sessions_expires_at on sessions (expires_at);
create index sessions_user on sessions (user_id);

create table rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
comment on table rate_limits is 'Counters of who asks how often.';
`
