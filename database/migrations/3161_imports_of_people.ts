import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files of employees and of suppliers are imports like others. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ${moved('employee_imports', 'employees', 'm.site_ids')}
      alter table employees drop constraint employees_import_id_fkey, add foreign key (import_id) references imports;
      drop table employee_imports;
      ${moved('provider_imports', 'providers', "'{}'::bigint[]")}
      alter table providers drop constraint providers_import_id_fkey, add foreign key (import_id) references imports;
      drop table provider_imports;
    `)
  }

  async down() {
    this.schema.raw(`
      ${former('employee_imports', 'employees', 'employees', "site_ids bigint[] not null default '{}',")}
      update employee_imports e set site_ids = m.site_ids from imports m where m.id = e.id;
      ${former('provider_imports', 'providers', 'providers', '')}
    `)
  }
}

const moved = (table: string, kind: string, siteIds: string) => `
  insert into imports (id, kind, file_id, file_name, sha256, status, site_ids, rows_total, rows_applied, applied_by, applied_at, undone_by, undone_at, created_by, created_at)
    select m.id, '${kind}', m.file_id, m.file_name, coalesce(f.sha256, ''), case m.status when 'imported' then 'applied' else m.status end, ${siteIds}, m.rows_imported, m.rows_imported,
           case when m.status <> 'uploaded' then m.created_by end, case when m.status <> 'uploaded' then m.created_at end, m.undone_by, m.undone_at, m.created_by, m.created_at
      from ${table} m left join files f on f.id = m.file_id;
`

const former = (table: string, kind: string, owner: string, more: string) => `
  create table ${table} (
    id uuid primary key default gen_random_uuid(), file_id bigint references files on delete set null, file_name text not null,
    status text not null default 'uploaded' check (status in ('uploaded', 'imported', 'undone')), ${more}
    rows_imported int not null default 0 check (rows_imported >= 0), undone_by bigint references users, undone_at timestamptz,
    created_by bigint references users, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    constraint ${table}_undone check ((status = 'undone') = (undone_at is not null)));
  create trigger ${table}_touch before update on ${table} for each row execute function touch_updated_at();
  insert into ${table} (id, file_id, file_name, status, rows_imported, undone_by, undone_at, created_by, created_at)
    select id, file_id, file_name, case status when 'applied' then 'imported' when 'applying' then 'uploaded' else status end, rows_applied, undone_by, undone_at, created_by, created_at
      from imports where kind = '${kind}';
  alter table ${owner} drop constraint ${owner}_import_id_fkey, add foreign key (import_id) references ${table};
`
