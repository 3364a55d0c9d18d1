/** Rows of the month totals as the measures read them. */
export const ROLLED_UP = `select site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id, debit_base as debit, credit_base as credit, debit_lines, credit_lines
      from report_month_totals`

/**
 * Lines posted since the month totals were last made, as such rows. They are looked for entry by entry: nobody knows
 * beforehand how few they are, and the planner would read the whole journal for them. The company is that of the entry, so
 * that entries of others are not looked into.
 */
export const FRESH = `select fresh.site_id, m.month, m.account_id, m.journal, m.is_transfer, m.is_internal, m.category_id, m.center_id,
        greatest(m.base_minor, 0) as debit, greatest(-m.base_minor, 0) as credit, (m.base_minor > 0)::int as debit_lines, (m.base_minor < 0)::int as credit_lines
      from journal_entries fresh cross join lateral (select * from report_lines l where l.entry_id = fresh.id offset 0) m
     where fresh.created_xid >= (select upto from report_watermarks where name = 'month_totals')`

/**
 * The movements of accounts by month and dimension: the month totals up to the watermark and, after it, the lines
 * themselves, read in one statement so that both are of one moment. Needs :from, :to, :all and :ids; months of before
 * the period are only read of cash accounts, whose balances need them.
 */
export const MOVED = `cash as materialized (select account_id from report_accounts where class = 'cash' and (:all or site_id = any(:ids::bigint[]))),
  moved as (
    select * from (${ROLLED_UP}) t where month between :from::date and :to::date and (:all or site_id = any(:ids::bigint[]))
    union all
    select t.* from cash join (${ROLLED_UP}) t on t.account_id = cash.account_id and t.month < :from::date
    union all
    select * from (${FRESH}) t where month <= :to::date and (:all or site_id = any(:ids::bigint[]))
  )`
