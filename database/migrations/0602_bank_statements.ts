import { BaseSchema } from '@adonisjs/lucid/schema'

/** What banks report of accounts. A movement does not change after the bank told it (CA041). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table bank_statements, bank_statement_lines, statement_mappings cascade;
      drop function if exists movement_is_told, bank_account_guard cascade;
    `)
  }
}

const TABLES = `
-- A statement whose balances say too little to prove that nothing is missing is neither balanced nor unbalanced.
create table bank_statements (
  id bigint generated always as identity primary key,
  bank_account_id bigint not null references bank_accounts,
  source text not null check (source in ('api', 'norma43', 'camt053', 'camt052', 'camt054', 'csv', 'xlsx', 'manual')),
  period_from date,
  period_to date,
  opening_minor bigint,
  closing_minor bigint,
  currency char(3) not null,
  file_id bigint references files,
  file_sha256 text,
  statement_no int not null default 1,
  status text not null check (status in ('balanced', 'unbalanced', 'unchecked')),
  issues jsonb not null default '[]',
  lines_imported int not null default 0,
  lines_repeated int not null default 0,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint bank_statements_bank_account_id_file_sha256_statement_no_key unique (bank_account_id, file_sha256, statement_no)
);
comment on table bank_statements is 'Imported statements with their balances and where they came from.';
create index bank_statements_account on bank_statements (bank_account_id, id desc);

-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table bank_statement_lines (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statements,
  bank_account_id bigint not null references bank_accounts,
  external_id text not null,
  booked_on date not null,
  value_on date,
  amount_minor bigint not null,
  currency char(3) not null,
  balance_after_minor bigint,
  counterparty_name text,
  counterparty_iban text,
  reference text,
  end_to_end_id text,
  raw_text text not null default '',
  norm_text text not null default '',
  raw jsonb,
  status text not null default 'pending' check (status in ('pending', 'suggested', 'partially_matched', 'matched',
    'booked_direct', 'ignored')),
  suggestion jsonb,
  ignore_reason text,
  bank_rule_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (bank_account_id, external_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table bank_statement_lines is 'Movements as the bank reported them; what the bank said of one is never changed.';
create index bank_statement_lines_work on bank_statement_lines (bank_account_id, status, booked_on, id);
create index bank_statement_lines_open on bank_statement_lines (amount_minor, booked_on)
  where status in ('pending', 'suggested', 'partially_matched');
create index bank_statement_lines_e2e on bank_statement_lines (end_to_end_id) where end_to_end_id is not null;
create index bank_statement_lines_text on bank_statement_lines using gin (norm_text gin_trgm_ops);
create index bank_statement_lines_statement on bank_statement_lines (statement_id);
create index bank_statement_lines_day on bank_statement_lines (bank_account_id, booked_on desc, id desc);
create index bank_statement_lines_rule on bank_statement_lines (bank_rule_id) where bank_rule_id is not null;
create index bank_statement_lines_report on bank_statement_lines (bank_account_id, booked_on) include (status, amount_minor,
  currency);
create trigger bank_statement_lines_touch before update on bank_statement_lines for each row execute function touch_updated_at();

-- How the columns of each bank’s tables are read, once a person told.
create table statement_mappings (
  bank_account_id bigint primary key references bank_accounts,
  mapping jsonb not null,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table statement_mappings is 'How the columns of an account’s files are read, once told by a person.';
create trigger statement_mappings_touch before update on statement_mappings for each row execute function touch_updated_at();
`

const FUNCTIONS = `
create function movement_is_told() returns trigger language plpgsql as $$
begin raise exception 'bank_movement_changed: %', old.id using errcode = 'CA041'; end $$;
create trigger bank_statement_lines_told before update on bank_statement_lines for each row
  when ((old.bank_account_id, old.external_id, old.booked_on, old.amount_minor, old.currency)
    is distinct from (new.bank_account_id, new.external_id, new.booked_on, new.amount_minor, new.currency))
  execute function movement_is_told();

create function bank_account_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from journal_lines l where l.account_id = old.ledger_account_id)
      then raise exception 'bank_account_has_lines' using errcode = 'CB003'; end if;
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.currency, new.ledger_account_id) is distinct from (old.currency, old.ledger_account_id)
     and (exists (select 1 from journal_lines l where l.account_id = old.ledger_account_id)
          or exists (select 1 from bank_statement_lines l where l.bank_account_id = old.id))
    then raise exception 'bank_account_currency_is_fixed' using errcode = 'CB001'; end if;
  if new.parent_account_id is not null and not exists (select 1 from bank_accounts p where p.id = new.parent_account_id
       and p.kind = 'bank' and (p.site_id, p.currency) = (new.site_id, new.currency))
    then raise exception 'bank_account_parent' using errcode = 'CB002'; end if;
  return new;
end $$;
create trigger bank_accounts_guard before insert or update or delete
  on bank_accounts for each row execute function bank_account_guard();
`
