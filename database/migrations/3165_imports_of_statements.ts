import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files of bank statements are imports like others, found by the account that they are of. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      insert into imports (kind, file_id, file_name, sha256, answers, run_id, status, site_ids, rows_total, rows_applied, rows_repeated, applied_by, applied_at, created_by, created_at)
        select 'statements', u.file_id, f.name, f.sha256, jsonb_build_object('bank_account_id', u.bank_account_id::text), u.run_id,
               case when s.at is null then 'uploaded' else 'applied' end, case when s.at is null then '{}' else array[b.site_id] end,
               coalesce(s.imported + s.repeated, 0), coalesce(s.imported, 0), coalesce(s.repeated, 0), s.who, s.at, u.created_by, u.created_at
          from statement_uploads u join files f on f.id = u.file_id join bank_accounts b on b.id = u.bank_account_id
          left join lateral (select min(x.created_at) as at, min(x.created_by) as who, sum(x.lines_imported)::int as imported, sum(x.lines_repeated)::int as repeated
              from bank_statements x where x.file_id = u.file_id and x.bank_account_id = u.bank_account_id) s on true;
      create index imports_answers on imports using gin (answers jsonb_path_ops);
      create index imports_file on imports (file_id) where file_id is not null;
      drop table statement_uploads;
    `)
  }

  async down() {
    this.schema.raw(`
      create table statement_uploads (
        file_id bigint primary key references files, bank_account_id bigint not null references bank_accounts, created_by bigint references users,
        created_at timestamptz not null default now(), run_id bigint references job_runs on delete set null);
      create index statement_uploads_account on statement_uploads (bank_account_id, created_at desc);
      create index statement_uploads_run on statement_uploads (run_id) where run_id is not null;
      insert into statement_uploads (file_id, bank_account_id, created_by, created_at, run_id)
        select file_id, (answers->>'bank_account_id')::bigint, created_by, created_at, run_id from imports where kind = 'statements' and file_id is not null;
      drop index imports_file, imports_answers;
    `)
  }
}
