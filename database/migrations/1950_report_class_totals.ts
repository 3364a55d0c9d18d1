import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The lines of the journal by company and class of account, of each day and of each month: the list behind a figure of the
 * group finds its page among a few thousand rows, however many accounts there are, and reads the lines of one day. They
 * are of the same lines as the month totals and made with them; an account that changes its class takes its lines along.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table report_class_totals (
        unit text not null check (unit in ('day', 'month')),
        starts_on date not null check (unit = 'day' or starts_on = date_trunc('month', starts_on)::date),
        class text not null check (class in ('cash', 'supplier', 'tax', 'loan', 'sales', 'operating', 'none')),
        site_id bigint not null references sites,
        journal text not null,
        is_transfer boolean not null,
        is_internal boolean not null,
        debit_base bigint not null,
        credit_base bigint not null,
        debit_lines bigint not null,
        credit_lines bigint not null,
        primary key (unit, class, starts_on, site_id, journal, is_transfer, is_internal)
      );
      delete from report_month_totals;
      update report_watermarks set upto = '0' where name = 'month_totals';
    `)
    this.schema.raw(ADDING)
    this.schema.raw(refreshing('perform add_report_class_totals(since, until, null, 1);'))
    this.schema.raw(keeping(RECLASSING))
    this.schema.raw(`
      select refresh_report_month_totals();
      analyze report_month_totals;
      analyze report_class_totals;
    `)
  }

  async down() {
    this.schema.raw(keeping(''))
    this.schema.raw(refreshing(''))
    this.schema.raw(`
      drop function add_report_class_totals(xid8, xid8, bigint, int);
      drop table report_class_totals;
    `)
  }
}

/** Lines of these transactions, of one account or of all, are added (1) to the totals of their class or taken off (-1). */
const ADDING = `
  create function add_report_class_totals(since xid8, until xid8, account bigint, sign int) returns void language plpgsql as $$
  begin
    insert into report_class_totals as t (unit, starts_on, class, site_id, journal, is_transfer, is_internal, debit_base, credit_base, debit_lines, credit_lines)
      select u.unit, case u.unit when 'day' then m.posted_on else m.month end, a.class, m.site_id, m.journal, m.is_transfer, m.is_internal,
          sign * sum(greatest(m.base_minor, 0)), sign * sum(greatest(-m.base_minor, 0)),
          sign * count(*) filter (where m.base_minor > 0), sign * count(*) filter (where m.base_minor < 0)
        from report_lines m join report_accounts a on a.account_id = m.account_id cross join (values ('day'), ('month')) u (unit)
       where m.created_xid >= since and m.created_xid < until and (account is null or m.account_id = account)
       group by 1, 2, 3, 4, 5, 6, 7
    on conflict (unit, class, starts_on, site_id, journal, is_transfer, is_internal) do update set
      debit_base = t.debit_base + excluded.debit_base, credit_base = t.credit_base + excluded.credit_base,
      debit_lines = t.debit_lines + excluded.debit_lines, credit_lines = t.credit_lines + excluded.credit_lines;
  end $$;
`

/** As 1761 left it, and what else is made of the same lines. */
function refreshing(also: string): string {
  return `
    create or replace function refresh_report_month_totals() returns bigint language plpgsql as $$
    declare since xid8; until xid8 := pg_snapshot_xmin(pg_current_snapshot()); n bigint;
    begin
      select upto into since from report_watermarks where name = 'month_totals' for update skip locked;
      if since is null or until <= since then return 0; end if;
      insert into report_month_totals as t (site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id, debit_base, credit_base, debit_lines, credit_lines)
        select site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id,
            sum(greatest(base_minor, 0)), sum(greatest(-base_minor, 0)), count(*) filter (where base_minor > 0), count(*) filter (where base_minor < 0)
          from report_lines where created_xid >= since and created_xid < until group by 1, 2, 3, 4, 5, 6, 7, 8
        on conflict (month, account_id, journal, is_transfer, is_internal, category_id, center_id) do update set
          debit_base = t.debit_base + excluded.debit_base, credit_base = t.credit_base + excluded.credit_base,
          debit_lines = t.debit_lines + excluded.debit_lines, credit_lines = t.credit_lines + excluded.credit_lines;
      get diagnostics n = row_count;
      ${also}
      update report_watermarks set upto = until, updated_at = now() where name = 'month_totals';
      return n;
    end $$;
  `
}

/**
 * While an account that has lines changes its class nothing is added to the totals, nor the other way round. Lines after
 * the watermark are added later, to the class that the account then has.
 */
const RECLASSING = `
  if old_class is distinct from new_class and exists (select 1 from journal_lines l where l.account_id = account) then
    select upto into made from report_watermarks where name = 'month_totals' for update;
    perform add_report_class_totals('0', made, account, -1);
    is_moved := true;
  end if;
`

function keeping(moving: string): string {
  return `
    create or replace function keep_report_account(account bigint) returns void language plpgsql as $$
    declare old_class text; new_class text; made xid8; is_moved boolean := false;
    begin
      select class into old_class from report_accounts where account_id = account;
      select class into new_class from report_account_classes where account_id = account;
      ${moving}
      insert into report_accounts (account_id, site_id, subledger_id, class)
        select account_id, site_id, subledger_id, class from report_account_classes where account_id = account
      on conflict (account_id) do update set site_id = excluded.site_id, subledger_id = excluded.subledger_id, class = excluded.class;
      if is_moved then perform add_report_class_totals('0', made, account, 1); end if;
    end $$;
  `
}
