/** Rows of the month totals as the measures read them. */
export const ROLLED_UP = `select site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id, debit_base as debit, credit_base as credit, debit_lines, credit_lines
      from report_month_totals`

/** The same by class of account instead of by account, of whole months or of days; `day` is where a row begins. */
export const classTotals = (unit: 'day' | 'month'): string =>
  `select site_id, date_trunc('month', starts_on)::date as month, starts_on as day, class, 0::bigint as account_id, journal, is_transfer, is_internal,
        debit_base as debit, credit_base as credit, debit_lines, credit_lines
      from report_class_totals where unit = '${unit}'`

/**
 * Lines posted since the month totals were last made, as such rows. They are looked for entry by entry: nobody knows
 * beforehand how few they are, and the planner would read the whole journal for them. The company is that of the entry, so
 * that entries of others are not looked into.
 */
const freshOf = (columns: string): string =>
  `select ${columns}fresh.site_id, m.month, m.account_id, m.journal, m.is_transfer, m.is_internal, m.category_id, m.center_id,
        greatest(m.base_minor, 0) as debit, greatest(-m.base_minor, 0) as credit, (m.base_minor > 0)::int as debit_lines, (m.base_minor < 0)::int as credit_lines
      from journal_entries fresh cross join lateral (select * from report_lines l where l.entry_id = fresh.id offset 0) m
     where fresh.created_xid >= (select upto from report_watermarks where name = 'month_totals')`

export const FRESH = freshOf('')
/** The same with the day of each line. */
export const FRESH_DAYS = freshOf('m.posted_on as day, ')

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
