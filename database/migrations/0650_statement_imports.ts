import { BaseSchema } from '@adonisjs/lucid/schema'

/** What importing statements keeps beside them: files that were previewed, the columns of each bank's tables. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table statement_mappings (
        bank_account_id bigint primary key references bank_accounts,
        mapping jsonb not null,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create trigger statement_mappings_touch before update on statement_mappings for each row execute function touch_updated_at();

      create table statement_uploads (
        file_id bigint primary key references files,
        bank_account_id bigint not null references bank_accounts,
        created_by bigint references users,
        created_at timestamptz not null default now()
      );
      create index statement_uploads_account on statement_uploads (bank_account_id, created_at desc);

      create index bank_statement_lines_statement on bank_statement_lines (statement_id);
      create index bank_statement_lines_day on bank_statement_lines (bank_account_id, booked_on desc, id desc);
      create index bank_statements_account on bank_statements (bank_account_id, id desc);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index bank_statements_account, bank_statement_lines_day, bank_statement_lines_statement;
      drop table statement_uploads, statement_mappings cascade;
    `)
  }
}
