import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files of payments of before the product are imports like others. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      insert into imports (id, kind, file_id, file_name, sha256, status, site_ids, rows_total, rows_applied, rows_repeated, applied_by, applied_at, undone_by, undone_at, created_by, created_at)
        select m.id, 'legacy-payments', m.file_id, f.name, f.sha256, case when m.undone_at is null then 'applied' else 'undone' end,
               array(select distinct p.site_id from legacy_payments p where p.import_batch = m.id), m.rows_imported + m.rows_repeated, m.rows_imported, m.rows_repeated,
               m.created_by, m.created_at, m.undone_by, m.undone_at, m.created_by, m.created_at
          from legacy_payment_imports m join files f on f.id = m.file_id;
      insert into imports (kind, file_id, file_name, sha256, created_by, created_at)
        select 'legacy-payments', u.file_id, f.name, f.sha256, u.created_by, u.created_at from legacy_payment_uploads u join files f on f.id = u.file_id;
      alter table legacy_payments drop constraint legacy_payments_import_batch_fkey, add foreign key (import_batch) references imports;
      drop table legacy_payment_uploads, legacy_payment_imports;
    `)
  }

  async down() {
    this.schema.raw(`
      create table legacy_payment_imports (
        id uuid primary key default gen_random_uuid(), file_id bigint not null references files, rows_imported int not null default 0, rows_repeated int not null default 0,
        created_by bigint references users, created_at timestamptz not null default now(), undone_by bigint references users, undone_at timestamptz);
      create index legacy_payment_imports_recent on legacy_payment_imports (created_at desc);
      create table legacy_payment_uploads (
        file_id bigint primary key references files, created_by bigint references users, created_at timestamptz not null default now());
      insert into legacy_payment_imports (id, file_id, rows_imported, rows_repeated, created_by, created_at, undone_by, undone_at)
        select id, file_id, rows_applied, rows_repeated, created_by, applied_at, undone_by, undone_at from imports where kind = 'legacy-payments' and applied_at is not null;
      insert into legacy_payment_uploads (file_id, created_by, created_at)
        select file_id, created_by, created_at from imports where kind = 'legacy-payments' and applied_at is null and file_id is not null;
      alter table legacy_payments drop constraint legacy_payments_import_batch_fkey, add foreign key (import_batch) references legacy_payment_imports;
    `)
  }
}
