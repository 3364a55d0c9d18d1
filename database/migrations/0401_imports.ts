import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Files of many rows that people bring in: kept to be looked at, taken on once, taken back as one act. What was taken
 * on is neither changed nor deleted (CI010), and of what was paid by it every row stays on record.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table imports, import_rows cascade;
      drop function if exists import_guard, import_row_guard cascade;
    `)
  }
}

const TABLES = `
create table imports (
  id uuid default gen_random_uuid() primary key,
  kind text not null check (kind ~ '^[a-z][a-z-]+$'),
  is_once boolean not null default false,
  file_id bigint references files on delete set null,
  file_name text not null,
  sha256 text not null,
  answers jsonb not null default '{}',
  choice jsonb not null default '{}',
  sheet text,
  status text not null default 'uploaded' check (status in ('uploaded', 'applying', 'applied', 'undone')),
  problem text,
  run_id bigint references job_runs on delete set null,
  site_ids bigint[] not null default '{}',
  rows_total int not null default 0 check (rows_total >= 0),
  rows_applied int not null default 0 check (rows_applied >= 0),
  rows_wrong int not null default 0 check (rows_wrong >= 0),
  rows_repeated int not null default 0 check (rows_repeated >= 0),
  rows_left_out int not null default 0 check (rows_left_out >= 0),
  result text,
  result_url text,
  applied_by bigint references users,
  applied_at timestamptz,
  undone_by bigint references users,
  undone_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint imports_applied check ((status in ('applied', 'undone')) = (applied_at is not null)),
  constraint imports_undone check ((status = 'undone') = (undone_at is not null))
);
comment on table imports is 'Files of many rows: kept to be looked at, taken on as a whole, taken back as a whole.';
comment on column imports.is_once is 'Its bytes may be taken on once only (payments, salaries).';
comment on column imports.answers is 'What was asked with the file: companies, days, ticks.';
comment on column imports.choice is 'Which heading of the file stands for which column, where somebody chose it.';
comment on column imports.rows_left_out is 'Rows that never happened or are no business of the import.';
create unique index imports_once on imports (kind, sha256) where is_once and status = 'applied';
create index imports_recent on imports (kind, applied_at desc) where applied_at is not null;
create index imports_same_file on imports (kind, sha256) where status = 'applied';
create index imports_waiting on imports (created_at) where status in ('uploaded', 'applying');
create index imports_run on imports (run_id) where run_id is not null;
create index imports_answers on imports using gin (answers jsonb_path_ops);
create index imports_file on imports (file_id) where file_id is not null;
create trigger imports_touch before update on imports for each row execute function touch_updated_at();

create table import_rows (
  import_id uuid references imports on delete cascade,
  row_no int,
  raw jsonb,
  row_hash text,
  errors text[] not null default '{}',
  created_type text,
  created_id bigint,
  primary key (import_id, row_no),
  constraint import_rows_created check (num_nonnulls(created_type, created_id) in (0, 2))
);
comment on table import_rows is 'Rows of a file that was taken on: what each became, and why the others stayed out.';
comment on column import_rows.row_hash is 'The same for the same payment in every copy of a file.';
create index import_rows_hash on import_rows (row_hash) where created_id is not null;
create index import_rows_created on import_rows (created_type, created_id) where created_id is not null;
create trigger import_rows_append_only before update or delete on import_rows for each row execute function refuse_change();
`

const FUNCTIONS = `
create function import_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status in ('applied', 'undone') then raise exception 'import_kept: %', old.id using errcode = 'CI010'; end if;
    return old;
  end if;
  if (new.kind, new.is_once, new.file_name, new.sha256, new.created_by) is distinct from (old.kind, old.is_once, old.file_name, old.sha256, old.created_by)
    then raise exception 'import_rewritten: %', old.id using errcode = 'CI010'; end if;
  if old.status in ('applied', 'undone') and ((old.status = 'undone' and new.status <> 'undone') or new.status not in ('applied', 'undone')
     or (new.answers, new.choice, new.sheet, new.site_ids, new.rows_total, new.rows_applied, new.rows_wrong, new.rows_repeated, new.rows_left_out, new.applied_by, new.applied_at, new.created_at)
        is distinct from (old.answers, old.choice, old.sheet, old.site_ids, old.rows_total, old.rows_applied, old.rows_wrong, old.rows_repeated, old.rows_left_out, old.applied_by, old.applied_at, old.created_at))
    then raise exception 'import_rewritten: %', old.id using errcode = 'CI010'; end if;
  if new.status = 'undone' and old.status not in ('applied', 'undone') then raise exception 'import_never_applied: %', old.id using errcode = 'CI010'; end if;
  return new;
end $$;
create trigger imports_guard before update or delete on imports for each row execute function import_guard();

create function import_row_guard() returns trigger language plpgsql as $$
begin
  if exists (select 1 from imports m where m.id = new.import_id and m.status in ('applied', 'undone'))
    then raise exception 'import_rewritten: %', new.import_id using errcode = 'CI010'; end if;
  return new;
end $$;
create trigger import_rows_guard before insert on import_rows for each row execute function import_row_guard();
`
