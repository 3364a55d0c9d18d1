import { type Client, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay, maxDay, startOfMonth, today } from '#app/kernel/time/calendar_date'

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

/**
 * The day on which something of a day is posted: the day itself while its month takes entries, else the first day after it
 * that does. Null where no month takes any until today.
 */
export async function firstOpenDay(
  siteId: number,
  day: CalendarDate,
  client?: Client
): Promise<CalendarDate | null> {
  const found = await row<{ day: CalendarDate }>(
    `select greatest(m::date, :day::date) as day from generate_series(date_trunc('month', :day::date::timestamp), :until::date::timestamp, interval '1 month') m
      where exists (select 1 from fiscal_years y where y.site_id = :siteId and y.status <> 'closed' and greatest(m::date, :day::date) between y.starts_on and y.ends_on)
        and not exists (select 1 from period_locks l where l.site_id = :siteId and l.scope = 'all' and l.month = m::date)
      order by m limit 1`,
    { siteId, day, until: maxDay(day, today()) },
    client
  )
  return found?.day ?? null
}

/** The same for what has to be posted. Throws E_PERIOD_CLOSED at `field` where no month takes entries. */
export async function postingDay(
  siteId: number,
  day: CalendarDate,
  client?: Client,
  field?: string
): Promise<CalendarDate> {
  const open = await firstOpenDay(siteId, day, client)
  if (open) return open
  throw new DomainError(
    'E_PERIOD_CLOSED',
    `El periodo está cerrado: no se puede contabilizar con fecha ${formatDay(day)}.`,
    field ? { field } : {}
  )
}

/**
 * The first day from `day` on that every one of these companies’ books takes; `day` itself where none does until today, so that
 * whoever posts on it is told which company is closed.
 */
export async function firstDayOpenInAll(
  siteIds: readonly number[],
  day: CalendarDate,
  client?: Client
): Promise<CalendarDate> {
  let common = day
  for (let round = 0; round < OPEN_ROUNDS_MAX; round++) {
    const before = common
    for (const siteId of siteIds) common = (await firstOpenDay(siteId, common, client)) ?? common
    if (common === before) return common
  }
  return day
}

/** Each round moves to a later month: nobody has more of them closed one by one in turns. */
const OPEN_ROUNDS_MAX = 60

const VAT_MONTHS_AHEAD_MAX = 48

/**
 * The VAT period (`YYYY-MM`) in which something of a month may still be declared: the month itself, or the first one
 * after it whose VAT is not filed (four years at most, Ley 37/1992 art. 99). Throws E_VAT_FILED when all are.
 */
export async function openVatMonth(siteId: number, month: string, client?: Client): Promise<string> {
  const found = await row<{ month: string }>(
    `select to_char(m, 'YYYY-MM') as month from generate_series(to_date(:month, 'YYYY-MM'), to_date(:month, 'YYYY-MM') + make_interval(months => :ahead), interval '1 month') m
      where not exists (select 1 from period_locks l where l.site_id = :siteId and l.scope = 'vat' and l.month = m::date) order by m limit 1`,
    { siteId, month, ahead: VAT_MONTHS_AHEAD_MAX },
    client
  )
  if (!found)
    throw new DomainError('E_VAT_FILED', 'El período de IVA ya está presentado y no queda otro abierto.')
  return found.month
}
