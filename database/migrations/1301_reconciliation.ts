import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Movements of the bank against the books. A match takes no more than a movement or a line has and nothing of another
 * account (CA016), a movement is called matched exactly when it is (CA042), a rule books nothing above its limit
 * without somebody (CA043), and a reviewed certificate does not change until it is opened again (CA044).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      alter table bank_statement_lines drop constraint bank_statement_lines_bank_rule_id_fkey;
      drop table statement_matches, bank_rules, match_associations, reconciliation_certificates cascade;
      drop function if exists match_within_both, movement_state_agrees, match_agrees_with_state, rule_within_limit,
        certificate_is_kept cascade;
    `)
  }
}

const TABLES = `
-- One that books by itself has the amount above which it never does; rules may name a tax that the amount carries and a
-- centre.
create table bank_rules (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  bank_account_id bigint references bank_accounts,
  name text not null,
  priority int not null default 100,
  conditions jsonb not null,
  action jsonb not null,
  max_minor bigint,
  active boolean not null default true,
  lock_version int not null default 0,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bank_rules_action check (action -> 'taxCodeId' is not null and action -> 'centerId' is not null),
  constraint bank_rules_asks_something check (jsonb_strip_nulls(conditions) <> '{}'),
  constraint bank_rules_limit check (not coalesce((action ->> 'autoBook')::boolean, false) or coalesce(max_minor, 0) > 0),
  constraint bank_rules_name check (length(name) between 2 and 80)
);
comment on table bank_rules is 'Rules that book movements of a bank account by themselves.';
create unique index bank_rules_named on bank_rules (site_id, lower(name));
create index bank_rules_order on bank_rules (site_id, priority, id);
create trigger bank_rules_touch before update on bank_rules for each row execute function touch_updated_at();

create table match_associations (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  skeleton text not null,
  counterparty_type text not null,
  counterparty_id bigint not null,
  times int not null default 1,
  last_at timestamptz not null default now(),
  constraint match_associations_site_id_skeleton_counterparty_type_count_key unique (site_id, skeleton, counterparty_type,
    counterparty_id)
);
comment on table match_associations is 'Which counterparties a text of the bank turned out to mean.';

-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table statement_matches (
  id bigint generated always as identity primary key,
  bank_statement_line_id bigint not null references bank_statement_lines,
  journal_line_id bigint not null references journal_lines,
  amount_minor bigint not null check (amount_minor <> 0),
  score smallint not null check (score between 0 and 100),
  explanation jsonb not null default '[]',
  matched_by bigint references users,
  at timestamptz not null default now(),
  constraint statement_matches_bank_statement_line_id_journal_line_id_key unique (bank_statement_line_id, journal_line_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table statement_matches is 'Which movement of the bank is which line of the books.';
create index statement_matches_journal_line on statement_matches (journal_line_id);

-- The monthly acta of a bank account: both balances, what is not reconciled on either side, and two people. Who reviews is not
-- who prepared, and a reviewed one has nothing left unexplained.
create table reconciliation_certificates (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  bank_account_id bigint not null references bank_accounts,
  month date not null check (month = date_trunc('month', month)::date),
  status text not null default 'draft' check (status in ('draft', 'reviewed')),
  currency char(3) not null references currencies,
  bank_minor bigint not null,
  ledger_minor bigint not null,
  explained_minor bigint not null,
  unexplained_minor bigint not null,
  bank_items jsonb not null,
  ledger_items jsonb not null,
  prepared_by bigint not null references users,
  prepared_at timestamptz not null default now(),
  reviewed_by bigint references users,
  reviewed_at timestamptz,
  lock_version int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (bank_account_id, month),
  check (bank_minor - ledger_minor = explained_minor + unexplained_minor),
  check (reviewed_by <> prepared_by),
  check ((status = 'reviewed') = (reviewed_by is not null and reviewed_at is not null)),
  check (status <> 'reviewed' or unexplained_minor = 0)
);
comment on table reconciliation_certificates is 'Signed statements of bank and books of a month.';
create trigger reconciliation_certificates_touch before update
  on reconciliation_certificates for each row execute function touch_updated_at();

alter table bank_statement_lines add foreign key (bank_rule_id) references bank_rules on delete set null;
`

const FUNCTIONS = `
-- A movement may be matched with several lines in one statement, as a batch is: each match is counted once, however many rows
-- arrive together, and changed amounts are watched too.
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
create trigger statement_matches_guard after insert on statement_matches
  referencing new table as newm for each statement execute function match_within_both();
create trigger statement_matches_change_guard after update on statement_matches
  referencing new table as newm for each statement execute function match_within_both();

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

create function rule_within_limit() returns trigger language plpgsql as $$
begin
  if exists (select 1 from bank_statement_lines l join bank_rules r on r.id = l.bank_rule_id
              where l.id = new.bank_statement_line_id and l.status = 'booked_direct' and new.matched_by is null
                and (not (r.action ->> 'autoBook')::boolean or abs(l.amount_minor) > r.max_minor))
    then raise exception 'bank_rule_exceeds_limit: %', new.bank_statement_line_id using errcode = 'CA043'; end if;
  return null;
end $$;
create constraint trigger statement_matches_rule after insert on statement_matches deferrable initially deferred
  for each row execute function rule_within_limit();

create function certificate_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.status = 'reviewed' and new.status = 'reviewed') or (old.site_id, old.bank_account_id, old.month) is distinct from (new.site_id, new.bank_account_id, new.month)
    then raise exception 'certificate_frozen: %', old.id using errcode = 'CA044'; end if;
  return new;
end $$;
create trigger reconciliation_certificates_kept before update or delete
  on reconciliation_certificates for each row execute function certificate_is_kept();
`
