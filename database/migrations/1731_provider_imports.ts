import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files with many suppliers: what was uploaded, what it brought and whether it was taken back. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table provider_imports (
        id uuid primary key default gen_random_uuid(),
        file_id bigint references files on delete set null,
        file_name text not null,
        status text not null default 'uploaded' check (status in ('uploaded', 'imported', 'undone')),
        rows_imported int not null default 0 check (rows_imported >= 0),
        undone_by bigint references users,
        undone_at timestamptz,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint provider_imports_undone check ((status = 'undone') = (undone_at is not null))
      );
      create trigger provider_imports_touch before update on provider_imports for each row execute function touch_updated_at();
      alter table providers add column import_id uuid references provider_imports;
      create index providers_import on providers (import_id) where import_id is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table providers drop column import_id;
      drop table provider_imports;
    `)
  }
}
