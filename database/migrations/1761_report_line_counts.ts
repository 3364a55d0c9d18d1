import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How many lines stand behind each month total of the summary: the list behind a figure then knows in which month its
 * page lies, how long it is and what it adds up to, without reading the lines before it. The totals are made anew.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table report_month_totals add column debit_lines bigint not null default 0, add column credit_lines bigint not null default 0;
      delete from report_month_totals;
      update report_watermarks set upto = '0' where name = 'month_totals';
    `)
    this.schema.raw(refreshing(true))
    this.schema.raw(`
      select refresh_report_month_totals();
      -- What lists of lines leave out or look for is told by the entry alone.
      create index journal_entries_story on journal_entries (id) include (journal, kind);
      -- The words of a user are folded once, when they change, and not for every user that a search passes.
      alter table users add column search_text text generated always as (f_unaccent(lower(name || ' ' || email::text))) stored;
      drop index users_text, users_name_status;
      create index users_text on users using gin (search_text gin_trgm_ops);
      create index users_name_status on users (name collate "es-x-icu", id) include (status, search_text);
      analyze report_month_totals;
      analyze users;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index users_name_status, users_text, journal_entries_story;
      alter table users drop column search_text;
      create index users_name_status on users (name collate "es-x-icu", id) include (status);
      create index users_text on users using gin ((f_unaccent(lower(name || ' ' || email::text))) gin_trgm_ops);
    `)
    this.schema.raw(refreshing(false))
    this.schema.raw(`alter table report_month_totals drop column debit_lines, drop column credit_lines`)
  }
}

function refreshing(countsLines: boolean): string {
  const [columns, counts, changes] = countsLines
    ? [
        ', debit_lines, credit_lines',
        ', count(*) filter (where base_minor > 0), count(*) filter (where base_minor < 0)',
        `, debit_lines = t.debit_lines + excluded.debit_lines, credit_lines = t.credit_lines + excluded.credit_lines`,
      ]
    : ['', '', '']
  return `
    create or replace function refresh_report_month_totals() returns bigint language plpgsql as $$
    declare since xid8; until xid8 := pg_snapshot_xmin(pg_current_snapshot()); n bigint;
    begin
      select upto into since from report_watermarks where name = 'month_totals' for update skip locked;
      if since is null or until <= since then return 0; end if;
      insert into report_month_totals as t (site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id, debit_base, credit_base${columns})
        select site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id,
            sum(greatest(base_minor, 0)), sum(greatest(-base_minor, 0))${counts}
          from report_lines where created_xid >= since and created_xid < until group by 1, 2, 3, 4, 5, 6, 7, 8
        on conflict (month, account_id, journal, is_transfer, is_internal, category_id, center_id) do update set
          debit_base = t.debit_base + excluded.debit_base, credit_base = t.credit_base + excluded.credit_base${changes};
      get diagnostics n = row_count;
      update report_watermarks set upto = until, updated_at = now() where name = 'month_totals';
      return n;
    end $$;
  `
}
