import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What two companies of the group say of each other is the same in both books. An account of balances with the group is one
 * company's (CG001), its lines are posted together with those of the other company (CG002), and per operation, pair, day and
 * kind of balance both sides add up to zero (CG003). Opening balances come on their own, since companies begin on different
 * days; once both have said theirs they agree (CG004). Whose an account is stays, once it has lines (CG005).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(ACCOUNTS)
    this.schema.raw(LINES)
    this.schema.raw(OPENINGS)
  }

  async down() {
    this.schema.raw(`
      drop trigger journal_lines_group on journal_lines;
      drop trigger journal_entries_group_nets on journal_entries;
      drop trigger journal_entries_group_openings on journal_entries;
      drop trigger ledger_accounts_group on ledger_accounts;
      drop trigger ledger_accounts_group_stays on ledger_accounts;
      drop function ledger_group_line_guard, ledger_check_group, ledger_check_group_openings, ledger_account_group,
        ledger_account_group_stays;
      drop view group_lines;
      drop index ledger_accounts_group;
      alter table ledger_accounts drop column group_balance;
      drop function group_balance_of;
    `)
  }
}

const ACCOUNTS = `
-- What balances of an account under a number of a company mean where they are with a company of the group; null for all others.
-- The longest number of a role decides, as everywhere.
create function group_balance_of(site bigint, code text) returns text language sql stable as $$
  select case r.role
      when 'intercompany_current' then 'current'
      when 'loan_receivable_long' then 'loan' when 'loan_receivable_short' then 'loan'
      when 'loan_payable_long' then 'loan' when 'loan_payable_short' then 'loan'
      when 'interest_receivable' then 'interest' when 'interest_payable' then 'interest'
      when 'group_customer' then 'trade' when 'group_payable' then 'trade' end as balance
    from ledger_account_roles r
   where group_balance_of.code ^@ r.account_code and (r.site_id = site or r.site_id is null
     and not exists (select 1 from ledger_account_roles own where own.role = r.role and own.site_id = site))
   order by length(r.account_code) desc, 1 nulls last limit 1;
$$;

alter table ledger_accounts add column group_balance text
  check (group_balance in ('current', 'loan', 'interest', 'trade', 'outside'));
comment on column ledger_accounts.group_balance is
  'Which balance with a company of the group it holds, told by its number when it is opened; outside: with one whose books are not kept here.';
update ledger_accounts set group_balance = group_balance_of(site_id, code) where is_postable and subledger in ('none', 'site');
create index ledger_accounts_group on ledger_accounts (site_id, subledger_id) where group_balance is not null;
alter table ledger_accounts add constraint ledger_accounts_partner
  check (subledger <> 'site' or subledger_id is not null and subledger_id <> site_id);

-- Accounts of suppliers under these numbers are theirs: their invoices come from outside.
create function ledger_account_group() returns trigger language plpgsql as $$
begin
  new.group_balance := group_balance_of(new.site_id, new.code);
  return new;
end $$;
create trigger ledger_accounts_group before insert on ledger_accounts for each row
  when (new.is_postable and new.group_balance is null and new.subledger in ('none', 'site')) execute function ledger_account_group();

create function ledger_account_group_stays() returns trigger language plpgsql as $$
begin
  if exists (select 1 from journal_lines l where l.account_id = old.id)
    then raise exception 'ledger_account_of_company: %', old.code using errcode = 'CG005', detail = old.code; end if;
  return new;
end $$;
create trigger ledger_accounts_group_stays before update of group_balance, subledger, subledger_id on ledger_accounts for each row
  when ((old.group_balance, case when old.group_balance is not null then old.subledger end, case when old.group_balance is not null then old.subledger_id end)
    is distinct from (new.group_balance, case when new.group_balance is not null then new.subledger end, case when new.group_balance is not null then new.subledger_id end))
  execute function ledger_account_group_stays();

-- The lines that two companies have with each other; those of the close of a year leave and come back within the company.
create view group_lines as
  select l.id, l.entry_id, e.group_key, e.journal, e.reverses_id, l.posted_on, l.site_id, a.subledger_id as partner_id,
      least(l.site_id, a.subledger_id) as first_site_id, greatest(l.site_id, a.subledger_id) as second_site_id,
      l.account_id, a.code, a.group_balance, l.currency, l.amount_minor
    from ledger_accounts a join journal_lines l on l.account_id = a.id join journal_entries e on e.id = l.entry_id
   where a.subledger = 'site' and a.group_balance is not null and a.group_balance <> 'outside'
     and e.source_type is distinct from 'fiscal_year' and l.amount_minor <> 0;
comment on view group_lines is 'Lines of the books on balances with companies of the group.';
`

const LINES = `
create function ledger_group_line_guard() returns trigger language plpgsql as $$
declare refused record;
begin
  if not exists (select 1 from newl n join ledger_accounts a on a.id = n.account_id where a.group_balance <> 'outside' and n.amount_minor <> 0)
    then return null; end if;
  select a.code, a.subledger = 'site' and n.counterparty_type = 'site' and n.counterparty_id = a.subledger_id as is_told into refused
    from newl n join ledger_accounts a on a.id = n.account_id and a.group_balance <> 'outside' and n.amount_minor <> 0
    join journal_entries e on e.id = n.entry_id and e.source_type is distinct from 'fiscal_year'
   where (a.subledger = 'site' and n.counterparty_type = 'site' and n.counterparty_id = a.subledger_id) is not true
      or e.group_key is null and e.journal <> 'apertura'
   order by 2 nulls first limit 1;
  if not found then return null; end if;
  if refused.is_told is not true
    then raise exception 'ledger_group_partner: %', refused.code using errcode = 'CG001', detail = refused.code; end if;
  raise exception 'ledger_group_alone: %', refused.code using errcode = 'CG002', detail = refused.code;
end $$;
create trigger journal_lines_group after insert on journal_lines
  referencing new table as newl for each statement execute function ledger_group_line_guard();

create function ledger_check_group() returns trigger language plpgsql as $$
declare uneven record;
begin
  select (select legal_name from sites where id = g.first_site_id) as one, (select legal_name from sites where id = g.second_site_id) as other into uneven
    from group_lines g where g.group_key = new.group_key
   group by g.first_site_id, g.second_site_id, g.group_balance, g.currency, g.posted_on having sum(g.amount_minor) <> 0 limit 1;
  if found
    then raise exception 'ledger_group_uneven: % / %', uneven.one, uneven.other using errcode = 'CG003', detail = uneven.one || ' y ' || uneven.other; end if;
  return null;
end $$;
create constraint trigger journal_entries_group_nets after insert on journal_entries
  deferrable initially deferred for each row when (new.group_key is not null) execute function ledger_check_group();
`

const OPENINGS = `
-- Two openings at once would not see each other: one after the other, each sees what was said before.
create function ledger_check_group_openings() returns trigger language plpgsql as $$
declare uneven record;
begin
  if not exists (select 1 from group_lines g where g.entry_id = new.id) then return null; end if;
  perform pg_advisory_xact_lock(hashtext('group_openings'));
  select (select legal_name from sites where id = g.first_site_id) as one, (select legal_name from sites where id = g.second_site_id) as other into uneven
    from group_lines g
   where (g.first_site_id, g.second_site_id, g.group_balance, g.currency) in (
       select m.first_site_id, m.second_site_id, m.group_balance, m.currency from group_lines m where m.entry_id = new.id)
     and g.journal = 'apertura' and g.group_key is null and g.reverses_id is null
     and not exists (select 1 from journal_entries r where r.reverses_id = g.entry_id)
   group by g.first_site_id, g.second_site_id, g.group_balance, g.currency
  having count(distinct g.site_id) = 2 and sum(g.amount_minor) <> 0 limit 1;
  if found
    then raise exception 'ledger_group_openings: % / %', uneven.one, uneven.other using errcode = 'CG004', detail = uneven.one || ' y ' || uneven.other; end if;
  return null;
end $$;
create constraint trigger journal_entries_group_openings after insert on journal_entries
  deferrable initially deferred for each row
  when (new.journal = 'apertura' and new.group_key is null and new.reverses_id is null and new.source_type is distinct from 'fiscal_year')
  execute function ledger_check_group_openings();
`
