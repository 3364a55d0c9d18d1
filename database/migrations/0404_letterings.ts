import { BaseSchema } from '@adonisjs/lucid/schema'
import env from '#start/env'

/**
 * Partidas abiertas and letterings. Whoever writes them: never more than a line has or the other sign, nothing of
 * another account, and a lettering called full is zero (CA011). The rows that are counted are locked first, so that two
 * writers at once do not both pass.
 */
export default class extends BaseSchema {
  async up() {
    const role = `"${new URL(env.get('DATABASE_APP_URL')).username}"`
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
    this.schema.raw(`revoke insert, update, delete on open_items from ${role}`)
  }

  async down() {
    this.schema.raw(`
      drop table reconciliations, reconciliation_lines, open_items cascade;
      drop function if exists lettering_within_lines, lettering_is_whole cascade;
    `)
  }
}

const TABLES = `
-- Items in another currency are found by no amount of a movement in euros: the few there are of a company are all looked at,
-- by an index that holds nothing else.
-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table open_items (
  journal_line_id bigint primary key references journal_lines,
  site_id bigint not null,
  account_id bigint not null references ledger_accounts,
  currency char(3) not null,
  party text not null,
  posted_on date not null,
  due_on date not null,
  open_minor bigint not null check (open_minor <> 0),
  -- What is open of an invoice is not all due on its day: the guarantee is due when it is given back. This is that part, with
  -- the item’s sign, and late_on its day. The guarantee is settled last, therefore it is the last of what is open; an item of
  -- which nothing else is left has its day.
  late_minor bigint not null default 0,
  late_on date
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table open_items is 'What is open of each line of the books, kept by triggers.';
create index open_items_party on open_items (party, due_on, journal_line_id);
create index open_items_site on open_items (site_id, due_on, journal_line_id);
create index open_items_account on open_items (account_id, due_on, journal_line_id);
create index open_items_amount on open_items (open_minor, journal_line_id);
create index open_items_foreign on open_items (site_id, journal_line_id) where currency <> 'EUR';
create index open_items_due on open_items (due_on, journal_line_id) include (site_id, account_id, currency, party, open_minor,
  late_minor, late_on);

create table reconciliations (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  account_id bigint not null references ledger_accounts,
  code text not null,
  status text not null check (status in ('partial', 'full')),
  effective_on date,
  by_hand boolean not null default false,
  entry_id bigint references journal_entries,
  created_by bigint,
  created_at timestamptz not null default now(),
  unique (site_id, code)
);
comment on table reconciliations is 'Letterings of lines of an account.';
create index reconciliations_list on reconciliations (created_at desc, id desc);
create index reconciliations_day on reconciliations (effective_on);
create index reconciliations_account on reconciliations (account_id);
create index reconciliations_partial on reconciliations (site_id) where status = 'partial';
-- Every settled payment takes the company’s next lettering code: the last one is found without reading them all.
create index reconciliations_code on reconciliations (site_id, length(code) desc, code desc) where code ~ '^A-[0-9]+$';

-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table reconciliation_lines (
  reconciliation_id bigint references reconciliations on delete cascade,
  journal_line_id bigint references journal_lines,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (reconciliation_id, journal_line_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table reconciliation_lines is 'Lines of the books that were lettered together.';
create index reconciliation_lines_line on reconciliation_lines (journal_line_id);
`

const FUNCTIONS = `
create function lettering_within_lines() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
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
