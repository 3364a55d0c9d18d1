import { type CalendarDate, startOfMonth } from '#app/kernel/calendar_date'
import { type Client, oneRow, row } from '#app/kernel/sql'

/** Whether entries may still be posted on a day: its year is not closed and its month not locked. */
export async function isMonthOpen(siteId: number, day: CalendarDate, client?: Client): Promise<boolean> {
  const open = await row(
    `select 1 as open from fiscal_years y
      where y.site_id = :siteId and :day::date between y.starts_on and y.ends_on and y.status <> 'closed'
        and not exists (select 1 from period_locks l where l.site_id = y.site_id and l.scope = 'all' and l.month = :month::date)`,
    { siteId, day, month: startOfMonth(day) },
    client
  )
  return open !== null
}

/** The first VAT period (`YYYY-MM`), from a day's on, that has not been filed. */
export async function nextOpenVatPeriod(siteId: number, day: CalendarDate, client?: Client): Promise<string> {
  const { period } = await oneRow<{ period: string }>(
    `select to_char(m, 'YYYY-MM') as period
       from generate_series(:from::date, (select greatest(max(month), :from::date) from period_locks where site_id = :siteId and scope = 'vat') + interval '1 month', interval '1 month') m
      where not exists (select 1 from period_locks l where l.site_id = :siteId and l.scope = 'vat' and l.month = m::date) order by m limit 1`,
    { siteId, from: startOfMonth(day) },
    client
  )
  return period
}
