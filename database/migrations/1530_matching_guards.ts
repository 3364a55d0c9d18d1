import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What must never happen to matches and letterings, whoever writes them: more than a movement or a line has, or the
 * other sign (CA016, CA011); a line of another account than the bank's (CA016), or of another account than its
 * lettering (CA011); a lettering called full that is not zero (CA011); a movement that changes after the bank told it
 * (CA041); a movement called matched without its matches, or the contrary (CA042). The rows that are counted are locked
 * first, so that two writers at once do not both pass.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(ACCOUNTS)
    this.schema.raw(MATCHES)
    this.schema.raw(MOVEMENTS)
    this.schema.raw(LETTERINGS)
  }

  async down() {
    this.schema.raw(`
      drop trigger reconciliation_lines_whole on reconciliation_lines;
      drop trigger reconciliations_whole on reconciliations;
      drop trigger reconciliation_lines_guard on reconciliation_lines;
      drop trigger reconciliation_lines_change_guard on reconciliation_lines;
      create trigger reconciliation_lines_guard after insert on reconciliation_lines
        referencing new table as newr for each statement execute function reconciliation_guard();
      drop trigger statement_matches_state on statement_matches;
      drop trigger bank_statement_lines_state on bank_statement_lines;
      drop trigger bank_statement_lines_told on bank_statement_lines;
      drop trigger statement_matches_guard on statement_matches;
      drop trigger statement_matches_change_guard on statement_matches;
      create trigger statement_matches_guard after insert on statement_matches
        referencing new table as newm for each statement execute function statement_match_guard();
      create trigger statement_matches_change_guard after update on statement_matches
        referencing new table as newm for each statement execute function statement_match_guard();
      drop function lettering_within_lines();
      drop function lettering_is_whole();
      drop function match_within_both();
      drop function match_agrees_with_state();
      drop function movement_state_agrees(bigint);
      drop function movement_is_told();
      alter table bank_accounts drop constraint bank_accounts_own_ledger_account, drop column statement_account;
    `)
  }
}

const ACCOUNTS = `
  -- What the bank's files call an account that has no IBAN: their statements are told from others by it.
  alter table bank_accounts add column statement_account text;
  alter table bank_accounts add constraint bank_accounts_own_ledger_account
    foreign key (ledger_account_id, site_id, currency) references ledger_accounts (id, site_id, currency);
`

const MATCHES = `
  create function match_within_both() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform 1 from bank_statement_lines where id in (select bank_statement_line_id from newm) order by id for no key update;
    perform 1 from journal_lines where id in (select journal_line_id from newm) order by id for no key update;
    if exists (select 1 from newm n join bank_statement_lines l on l.id = n.bank_statement_line_id join bank_accounts b on b.id = l.bank_account_id
                 join journal_lines j on j.id = n.journal_line_id
                where j.account_id <> b.ledger_account_id
                  and not exists (select 1 from virtual_accounts v where v.bank_account_id = b.id and v.ledger_account_id = j.account_id))
      then raise exception 'statement_match_other_account' using errcode = 'CA016'; end if;
    if exists (select 1 from bank_statement_lines l join statement_matches m on m.bank_statement_line_id = l.id
                where l.id in (select bank_statement_line_id from newm)
                group by l.id, l.amount_minor having abs(sum(m.amount_minor)) > abs(l.amount_minor) or sign(sum(m.amount_minor)) <> sign(l.amount_minor))
      then raise exception 'statement_match_exceeds_line' using errcode = 'CA016'; end if;
    if exists (select 1 from journal_lines l join statement_matches m on m.journal_line_id = l.id
                where l.id in (select journal_line_id from newm)
                group by l.id, l.amount_minor having abs(sum(m.amount_minor)) > abs(l.amount_minor) or sign(sum(m.amount_minor)) <> sign(l.amount_minor))
      then raise exception 'statement_match_exceeds_entry' using errcode = 'CA016'; end if;
    return null;
  end $$;
  drop trigger statement_matches_guard on statement_matches;
  drop trigger statement_matches_change_guard on statement_matches;
  create trigger statement_matches_guard after insert on statement_matches
    referencing new table as newm for each statement execute function match_within_both();
  create trigger statement_matches_change_guard after update on statement_matches
    referencing new table as newm for each statement execute function match_within_both();
`

const MOVEMENTS = `
  create function movement_is_told() returns trigger language plpgsql as $$
  begin raise exception 'bank_movement_changed: %', old.id using errcode = 'CA041'; end $$;
  create trigger bank_statement_lines_told before update on bank_statement_lines for each row
    when ((old.bank_account_id, old.external_id, old.booked_on, old.amount_minor, old.currency)
      is distinct from (new.bank_account_id, new.external_id, new.booked_on, new.amount_minor, new.currency))
    execute function movement_is_told();

  -- Whole when it is matched or booked, part of it when it is partly matched, nothing else has any.
  create function movement_state_agrees(line_id bigint) returns void language plpgsql as $$
  declare movement bank_statement_lines; matched bigint;
  begin
    select * into movement from bank_statement_lines where id = line_id;
    if not found then return; end if;
    select coalesce(sum(amount_minor), 0) into matched from statement_matches where bank_statement_line_id = line_id;
    if (movement.status in ('matched', 'booked_direct')) <> (matched = movement.amount_minor and matched <> 0)
       or (movement.status = 'partially_matched') <> (matched not in (0, movement.amount_minor))
      then raise exception 'bank_movement_state: % is % with %', line_id, movement.status, matched using errcode = 'CA042'; end if;
  end $$;
  create function match_agrees_with_state() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'bank_statement_lines' then perform movement_state_agrees(new.id);
    elsif tg_op = 'DELETE' then perform movement_state_agrees(old.bank_statement_line_id);
    else perform movement_state_agrees(new.bank_statement_line_id); end if;
    return null;
  end $$;
  create constraint trigger bank_statement_lines_state after update of status on bank_statement_lines
    deferrable initially deferred for each row
    when (old.status is distinct from new.status and (old.status in ('matched', 'booked_direct', 'partially_matched')
      or new.status in ('matched', 'booked_direct', 'partially_matched')))
    execute function match_agrees_with_state();
  create constraint trigger statement_matches_state after insert or update or delete on statement_matches
    deferrable initially deferred for each row execute function match_agrees_with_state();
`

const LETTERINGS = `
  create function lettering_within_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform 1 from journal_lines where id in (select journal_line_id from newr) order by id for no key update;
    if exists (select 1 from newr n join reconciliations c on c.id = n.reconciliation_id join journal_lines l on l.id = n.journal_line_id
                where l.account_id <> c.account_id or l.site_id <> c.site_id)
      then raise exception 'reconciliation_other_account' using errcode = 'CA011'; end if;
    if exists (select 1 from journal_lines l join reconciliation_lines r on r.journal_line_id = l.id
                where l.id in (select journal_line_id from newr)
                group by l.id, l.amount_minor
               having abs(sum(r.amount_minor)) > abs(l.amount_minor) or sign(sum(r.amount_minor)) <> sign(l.amount_minor))
      then raise exception 'reconciliation_exceeds_line' using errcode = 'CA011'; end if;
    return null;
  end $$;
  drop trigger reconciliation_lines_guard on reconciliation_lines;
  create trigger reconciliation_lines_guard after insert on reconciliation_lines
    referencing new table as newr for each statement execute function lettering_within_lines();
  create trigger reconciliation_lines_change_guard after update on reconciliation_lines
    referencing new table as newr for each statement execute function lettering_within_lines();

  create function lettering_is_whole() returns trigger language plpgsql as $$
  declare key bigint;
  begin
    key := case when tg_table_name = 'reconciliations' then (to_jsonb(new) ->> 'id')::bigint
      when tg_op = 'DELETE' then (to_jsonb(old) ->> 'reconciliation_id')::bigint
      else (to_jsonb(new) ->> 'reconciliation_id')::bigint end;
    if exists (select 1 from reconciliations c where c.id = key and c.status = 'full'
                 and (select coalesce(sum(r.amount_minor), 0) from reconciliation_lines r where r.reconciliation_id = key) <> 0)
      then raise exception 'reconciliation_not_whole' using errcode = 'CA011'; end if;
    return null;
  end $$;
  create constraint trigger reconciliations_whole after insert or update on reconciliations
    deferrable initially deferred for each row execute function lettering_is_whole();
  create constraint trigger reconciliation_lines_whole after insert or update or delete on reconciliation_lines
    deferrable initially deferred for each row execute function lettering_is_whole();
`
