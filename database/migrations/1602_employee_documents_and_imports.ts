import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Papers of an employee, and files with many employees: what was uploaded, what it brought and whether it was taken back.
 * An upload holds personal data of people who may never be taken on, so it goes with its import or after a day.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table employee_documents (
        id bigint generated always as identity primary key,
        employee_id bigint not null references employees,
        kind text not null check (kind in ('contract', 'identity', 'bank', 'payslip', 'settlement', 'other')),
        file_id bigint not null unique references files,
        created_by bigint references users,
        created_at timestamptz not null default now()
      );
      create index employee_documents_of on employee_documents (employee_id);

      create table employee_imports (
        id uuid primary key default gen_random_uuid(),
        file_id bigint references files on delete set null,
        file_name text not null,
        status text not null default 'uploaded' check (status in ('uploaded', 'imported', 'undone')),
        site_ids bigint[] not null default '{}',
        rows_imported int not null default 0 check (rows_imported >= 0),
        undone_by bigint references users,
        undone_at timestamptz,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint employee_imports_undone check ((status = 'undone') = (undone_at is not null))
      );
      create trigger employee_imports_touch before update on employee_imports for each row execute function touch_updated_at();

      alter table employees add column import_id uuid references employee_imports;
      create index employees_import on employees (import_id) where import_id is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table employees drop column import_id;
      drop table employee_imports, employee_documents;
    `)
  }
}
