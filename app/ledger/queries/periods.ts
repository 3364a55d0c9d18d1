import { type CalendarDate, startOfMonth } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
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
