import { type CalendarDate, startOfMonth } from '#app/kernel/calendar_date'
import { type Client, row } from '#app/kernel/sql'

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
