import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files of salaries and of payments to suppliers are imports like others; who brought one has a hand in what it became. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      insert into imports (id, kind, is_once, file_id, file_name, sha256, choice, status, site_ids, rows_total, rows_applied, rows_wrong,
          applied_by, applied_at, undone_by, undone_at, created_by, created_at)
        select id, case kind when 'supplier' then 'supplier-payments' else kind end, true, file_id, file_name, sha256, mapping,
               case when status = 'processed' then 'applied' when status = 'undone' then 'undone' else 'uploaded' end, site_ids, rows_total, rows_processed, rows_failed,
               processed_by, processed_at, undone_by, undone_at, created_by, created_at
          from payment_uploads;
      alter table import_rows disable trigger import_rows_guard;
      insert into import_rows (import_id, row_no, raw, row_hash, errors, created_type, created_id)
        select upload_id, row_no, raw, row_hash, array(select jsonb_array_elements_text(errors)), created_type, created_id from payment_upload_rows;
      alter table import_rows enable trigger import_rows_guard;
      alter table payroll_payments drop constraint payroll_payments_upload_id_fkey, add foreign key (upload_id) references imports;
      alter table supplier_provisions drop constraint supplier_provisions_upload_id_fkey, add foreign key (upload_id) references imports;
      ${uploaderIn('imports')}
      drop table payment_upload_rows, payment_uploads;
    `)
  }

  async down() {
    this.schema.raw(`
      create table payment_uploads (
        id uuid primary key default gen_random_uuid(), kind text not null check (kind in ('payroll', 'supplier')), file_id bigint references files on delete set null,
        file_name text not null, sha256 text not null, mapping jsonb not null default '{}',
        status text not null default 'uploaded' check (status in ('uploaded', 'validated', 'processed', 'discarded', 'undone')),
        rows_total int not null default 0, rows_ok int not null default 0, rows_failed int not null default 0, rows_processed int not null default 0,
        site_ids bigint[] not null default '{}', processed_by bigint references users, processed_at timestamptz, undone_by bigint references users,
        undone_at timestamptz, created_by bigint references users, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
        constraint payment_uploads_processed check ((status in ('processed', 'undone')) = (processed_at is not null)),
        constraint payment_uploads_undone check ((status = 'undone') = (undone_at is not null)));
      create unique index payment_uploads_once on payment_uploads (kind, sha256) where status = 'processed';
      create index payment_uploads_recent on payment_uploads (kind, created_at desc);
      create trigger payment_uploads_touch before update on payment_uploads for each row execute function touch_updated_at();
      create table payment_upload_rows (
        upload_id uuid not null references payment_uploads on delete cascade, row_no int not null, raw jsonb not null, row_hash text not null, parsed jsonb,
        errors jsonb not null default '[]', created_type text, created_id bigint, primary key (upload_id, row_no));
      create index payment_upload_rows_hash on payment_upload_rows (row_hash) where created_id is not null;
      insert into payment_uploads (id, kind, file_id, file_name, sha256, mapping, status, rows_total, rows_ok, rows_failed, rows_processed, site_ids, processed_by, processed_at,
          undone_by, undone_at, created_by, created_at)
        select id, case kind when 'supplier-payments' then 'supplier' else kind end, file_id, file_name, sha256, choice,
               case status when 'applied' then 'processed' when 'undone' then 'undone' else 'uploaded' end, rows_total, rows_applied, rows_wrong, rows_applied, site_ids,
               applied_by, applied_at, undone_by, undone_at, created_by, created_at
          from imports where kind in ('payroll', 'supplier-payments');
      insert into payment_upload_rows (upload_id, row_no, raw, row_hash, errors, created_type, created_id)
        select r.import_id, r.row_no, coalesce(r.raw, '{}'), coalesce(r.row_hash, ''), to_jsonb(r.errors), r.created_type, r.created_id
          from import_rows r join imports m on m.id = r.import_id where m.kind in ('payroll', 'supplier-payments');
      alter table payroll_payments drop constraint payroll_payments_upload_id_fkey, add foreign key (upload_id) references payment_uploads;
      alter table supplier_provisions drop constraint supplier_provisions_upload_id_fkey, add foreign key (upload_id) references payment_uploads;
      ${uploaderIn('payment_uploads')}
    `)
  }
}

const uploaderIn = (table: string) => `
  create or replace function note_uploader() returns trigger language plpgsql as $$
  begin
    insert into document_hands (document_type, document_id, user_id, act)
      select tg_argv[0], new.id, u.created_by, 'wrote' from ${table} u where u.id = new.upload_id and u.created_by is not null
      on conflict do nothing;
    return null;
  end $$;
`
