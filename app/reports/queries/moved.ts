/**
 * The movements of accounts by month and dimension: the month totals up to the watermark and, after it, the lines
 * themselves, read in one statement so that both are of one moment. Needs :from, :to, :all and :ids; months of before
 * the period are only read of cash accounts, whose balances need them.
 */
export const MOVED = `mark as materialized (select upto from report_watermarks where name = 'month_totals'),
  cash as materialized (select account_id from report_accounts where class = 'cash' and (:all or site_id = any(:ids::bigint[]))),
  moved as (
    select site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id, debit_base as debit, credit_base as credit
      from report_month_totals where month between :from::date and :to::date and (:all or site_id = any(:ids::bigint[]))
    union all
    select t.site_id, t.month, t.account_id, t.journal, t.is_transfer, t.is_internal, t.category_id, t.center_id, t.debit_base, t.credit_base
      from cash join report_month_totals t on t.account_id = cash.account_id and t.month < :from::date
    union all
    select site_id, month, account_id, journal, is_transfer, is_internal, category_id, center_id, greatest(base_minor, 0), greatest(-base_minor, 0)
      from report_lines where created_xid >= (select upto from mark) and month <= :to::date and (:all or site_id = any(:ids::bigint[]))
  )`
