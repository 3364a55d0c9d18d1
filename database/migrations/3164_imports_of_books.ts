import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files of a plan of accounts are imports like others; those that waited for their preview are taken along. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      insert into imports (kind, file_id, file_name, sha256, answers, created_by, created_at)
        select 'plan', u.file_id, f.name, f.sha256, jsonb_build_object('site_id', u.site_id::text), u.created_by, u.created_at from plan_uploads u join files f on f.id = u.file_id;
      drop table plan_uploads;
    `)
  }

  async down() {
    this.schema.raw(`
      create table plan_uploads (
        file_id bigint primary key references files, site_id bigint not null references sites, created_by bigint references users,
        created_at timestamptz not null default now());
      insert into plan_uploads (file_id, site_id, created_by, created_at)
        select file_id, (answers->>'site_id')::bigint, created_by, created_at from imports where kind = 'plan' and file_id is not null;
    `)
  }
}
