import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who may post in a year that is closed provisionally (CA017: s1st3ma and superC0ntab1l1dad only, area 00 §2) and the
 * life of a company, outside of which nothing is posted (CA018, area 02 §1; CS005 keeps that life around the entries
 * that are there). Refusals carry in their detail what a reader wants to know: the account's code, the difference.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(LIMITS)
    this.schema.raw(TOLD)
  }

  async down() {
    this.schema.raw(`
      drop trigger sites_life on sites;
      drop function site_life_guard();
    `)
    this.schema.raw(BEFORE)
  }
}

const LIMITS = `
  create or replace function ledger_period_guard() returns trigger language plpgsql as $$
  declare p fiscal_years; life sites;
  begin
    select * into p from fiscal_years where id = new.fiscal_year_id for share;
    if p.site_id <> new.site_id or new.posted_on not between p.starts_on and p.ends_on
      then raise exception 'ledger_period_mismatch' using errcode = 'CA006'; end if;
    if p.status = 'closed' then raise exception 'ledger_period_closed' using errcode = 'CA007'; end if;
    select * into life from sites where id = new.site_id;
    if new.posted_on < life.started_on or new.posted_on > life.closed_on
      then raise exception 'ledger_outside_company_life' using errcode = 'CA018'; end if;
    -- The three entries of the close are the close's own, whatever else is locked.
    if new.source_type is not distinct from 'fiscal_year' then return new; end if;
    if p.status = 'soft_closed' and not exists (
        select 1 from users u where u.id = new.created_by and u.role in ('s1st3ma', 'superC0ntab1l1dad'))
      then raise exception 'ledger_year_soft_closed' using errcode = 'CA017'; end if;
    if exists (select 1 from period_locks l where l.site_id = new.site_id and l.scope = 'all'
                 and l.month = date_trunc('month', new.posted_on)::date)
      then raise exception 'ledger_month_locked' using errcode = 'CA007'; end if;
    return new;
  end $$;

  create function site_life_guard() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from journal_entries e where e.site_id = new.id
                 and (e.posted_on < new.started_on or e.posted_on > new.closed_on))
      then raise exception 'site_life_leaves_entries_out' using errcode = 'CS005'; end if;
    return new;
  end $$;
  create trigger sites_life before update of started_on, closed_on on sites for each row
    when ((old.started_on, old.closed_on) is distinct from (new.started_on, new.closed_on)) execute function site_life_guard();
`

const TOLD = `
  create or replace function ledger_check_entry() returns trigger language plpgsql as $$
  declare n int; s bigint;
  begin
    select count(*), coalesce(sum(base_minor), 0) into n, s from journal_lines where entry_id = new.id;
    if n < 2 then raise exception 'ledger_too_few_lines' using errcode = 'CA002'; end if;
    if s <> 0 then raise exception 'ledger_unbalanced: %', s using errcode = 'CA003', detail = s::text; end if;
    return null;
  end $$;

  create or replace function ledger_line_guard() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  declare refused text;
  begin
    if exists (select 1 from newl n join journal_entries e on e.id = n.entry_id where e.created_xid <> pg_current_xact_id())
      then raise exception 'ledger_entry_sealed' using errcode = 'CA004'; end if;
    select a.code into refused from newl n join ledger_accounts a on a.id = n.account_id where not a.is_postable or not a.active limit 1;
    if refused is not null
      then raise exception 'ledger_account_not_postable: %', refused using errcode = 'CA005', detail = refused; end if;
    if exists (select 1 from newl n join period_locks l on l.site_id = n.site_id and l.scope = 'vat'
                 and to_char(l.month, 'YYYY-MM') = n.vat_period)
      then raise exception 'ledger_vat_period_filed' using errcode = 'CA009'; end if;
    insert into account_balances as b (account_id, balance_minor, base_minor, lines)
      select account_id, sum(amount_minor), sum(base_minor), count(*) from newl group by 1 order by 1
      on conflict (account_id) do update set balance_minor = b.balance_minor + excluded.balance_minor,
        base_minor = b.base_minor + excluded.base_minor, lines = b.lines + excluded.lines, updated_at = now();
    insert into account_month_totals as m (account_id, month, debit_base, credit_base)
      select account_id, date_trunc('month', posted_on)::date, sum(greatest(base_minor, 0)), sum(greatest(-base_minor, 0))
        from newl group by 1, 2 order by 1, 2
      on conflict (account_id, month) do update set debit_base = m.debit_base + excluded.debit_base,
        credit_base = m.credit_base + excluded.credit_base;
    select a.code into refused from newl n join ledger_accounts a on a.id = n.account_id and not a.allow_negative
      join account_balances b on b.account_id = a.id where b.balance_minor < 0 limit 1;
    if refused is not null
      then raise exception 'ledger_negative_balance: %', refused using errcode = 'CA010', detail = refused; end if;
    return null;
  end $$;
`

const BEFORE = `
  create or replace function ledger_period_guard() returns trigger language plpgsql as $$
  declare p fiscal_years;
  begin
    select * into p from fiscal_years where id = new.fiscal_year_id for share;
    if p.site_id <> new.site_id or new.posted_on not between p.starts_on and p.ends_on
      then raise exception 'ledger_period_mismatch' using errcode = 'CA006'; end if;
    if p.status = 'closed' then raise exception 'ledger_period_closed' using errcode = 'CA007'; end if;
    if new.source_type is distinct from 'fiscal_year'
       and exists (select 1 from period_locks l where l.site_id = new.site_id and l.scope = 'all'
                     and l.month = date_trunc('month', new.posted_on)::date)
      then raise exception 'ledger_month_locked' using errcode = 'CA007'; end if;
    return new;
  end $$;
`
