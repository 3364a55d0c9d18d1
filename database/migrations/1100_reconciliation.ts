import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table statement_matches (
        id bigint generated always as identity primary key,
        bank_statement_line_id bigint not null references bank_statement_lines,
        journal_line_id bigint not null references journal_lines,
        amount_minor bigint not null check (amount_minor <> 0),
        score smallint not null check (score between 0 and 100),
        explanation jsonb not null default '[]',
        matched_by bigint references users,
        at timestamptz not null default now(),
        unique (bank_statement_line_id, journal_line_id)
      );
      create index statement_matches_journal_line on statement_matches (journal_line_id);

      create function statement_match_guard() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from newm n join bank_statement_lines l on l.id = n.bank_statement_line_id
                     join statement_matches m on m.bank_statement_line_id = l.id
                    group by l.id, l.amount_minor having abs(sum(m.amount_minor)) > abs(l.amount_minor))
          then raise exception 'statement_match_exceeds_line' using errcode = 'CA016'; end if;
        if exists (select 1 from newm n join journal_lines l on l.id = n.journal_line_id
                     join statement_matches m on m.journal_line_id = l.id
                    group by l.id, l.amount_minor having abs(sum(m.amount_minor)) > abs(l.amount_minor))
          then raise exception 'statement_match_exceeds_entry' using errcode = 'CA016'; end if;
        return null;
      end $$;
      create trigger statement_matches_guard after insert on statement_matches
        referencing new table as newm for each statement execute function statement_match_guard();

      create table bank_rules (
        id bigint generated always as identity primary key,
        site_id bigint references sites,
        bank_account_id bigint references bank_accounts,
        name text not null,
        priority int not null default 100,
        conditions jsonb not null,
        action jsonb not null,
        max_minor bigint,
        active boolean not null default true,
        created_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );

      create table match_associations (
        id bigint generated always as identity primary key,
        site_id bigint not null references sites,
        skeleton text not null,
        counterparty_type text not null,
        counterparty_id bigint not null,
        times int not null default 1,
        last_at timestamptz not null default now(),
        unique (site_id, skeleton, counterparty_type, counterparty_id)
      );
    `)
  }

  async down() {
    this.schema.raw(`
      drop table match_associations, bank_rules, statement_matches cascade;
      drop function statement_match_guard();
    `)
  }
}
