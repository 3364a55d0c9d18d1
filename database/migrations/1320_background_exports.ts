import { BaseSchema } from '@adonisjs/lucid/schema'

/** What a background export needs beyond its first draft: its name, its run, its rows and for whom it was made. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table exports
        add column name text not null default '',
        add column run_id bigint references job_runs,
        add column made_for jsonb,
        add column finished_at timestamptz,
        drop constraint exports_status_check,
        add constraint exports_status_check check (status in ('queued', 'running', 'done', 'failed', 'expired')),
        add constraint exports_done_has_file check ((status = 'done') = (file_id is not null));
      alter table exports rename column rows_done to row_count;
      create index exports_user on exports (user_id, id desc);
      create index exports_expiring on exports (expires_at) where status in ('done', 'failed');
      create unique index exports_once on exports (user_id, route, format, md5(filters::text)) where status in ('queued', 'running');
    `)
  }

  async down() {
    this.schema.raw(`
      drop index exports_once;
      drop index exports_expiring;
      drop index exports_user;
      alter table exports rename column row_count to rows_done;
      alter table exports
        drop constraint exports_done_has_file,
        drop constraint exports_status_check,
        add constraint exports_status_check check (status in ('queued', 'running', 'done', 'failed')),
        drop column finished_at,
        drop column made_for,
        drop column run_id,
        drop column name;
    `)
  }
}
