import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A movement that a file and a connection both tell is one line: it keeps the identity under which it came first, and what
 * the other calls it stands beside it. Each tells a line once.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
  }

  async down() {
    this.schema.raw(`
      alter table bank_statement_lines drop column possible_duplicate_of;
      drop table bank_statement_line_aliases cascade;
    `)
  }
}

const TABLES = `
create table bank_statement_line_aliases (
  bank_account_id bigint not null references bank_accounts,
  external_id text not null check (external_id <> ''),
  line_id bigint not null references bank_statement_lines on delete cascade,
  -- The statement that told the line again: taken back with it.
  statement_id bigint not null references bank_statements on delete cascade,
  origin text not null check (origin in ('file', 'feed')),
  booked_on date not null,
  created_at timestamptz not null default now(),
  primary key (bank_account_id, external_id),
  constraint bank_statement_line_aliases_once unique (line_id, origin)
);
comment on table bank_statement_line_aliases is 'What the second source of a movement (file or connection) calls it; its line is there once.';
create index bank_statement_line_aliases_statement on bank_statement_line_aliases (statement_id);

-- A line of the other source that may be the same movement, until a person says.
alter table bank_statement_lines add column possible_duplicate_of bigint references bank_statement_lines on delete set null;
create index bank_statement_lines_duplicates on bank_statement_lines (possible_duplicate_of) where possible_duplicate_of is not null;
`
