import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A movement may be matched with several lines in one statement, as a batch is: the guard counts each match once,
 * however many rows arrive together, and watches changed amounts too.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create or replace function statement_match_guard() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from bank_statement_lines l join statement_matches m on m.bank_statement_line_id = l.id
                    where l.id in (select bank_statement_line_id from newm)
                    group by l.id, l.amount_minor having abs(sum(m.amount_minor)) > abs(l.amount_minor))
          then raise exception 'statement_match_exceeds_line' using errcode = 'CA016'; end if;
        if exists (select 1 from journal_lines l join statement_matches m on m.journal_line_id = l.id
                    where l.id in (select journal_line_id from newm)
                    group by l.id, l.amount_minor having abs(sum(m.amount_minor)) > abs(l.amount_minor))
          then raise exception 'statement_match_exceeds_entry' using errcode = 'CA016'; end if;
        return null;
      end $$;
      create trigger statement_matches_change_guard after update on statement_matches
        referencing new table as newm for each statement execute function statement_match_guard();
    `)
  }

  async down() {
    this.schema.raw(`drop trigger statement_matches_change_guard on statement_matches`)
  }
}
