import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { unbookedOfMonth } from '#app/ledger/month_guards'
import { type FiscalYearStatus, fiscalYearWorkflow } from '#app/ledger/workflows/fiscal_year_workflow'

type Year = {
  id: number
  code: string
  startsOn: CalendarDate
  endsOn: CalendarDate
  status: FiscalYearStatus
  entries: number
}

type Month = {
  yearId: number
  month: CalendarDate
  lockedAt: Date | null
  lockedBy: string | null
  waiting: number
}

/** The fiscal years of a company, the latest first, each with its months, what is locked and what a role may do. */
export async function periodsPage(siteId: number, role: string) {
  const years = await rows<Year>(
    `select id, code, starts_on, ends_on, status, (next_entry_no - 1)::int as entries from fiscal_years where site_id = :siteId order by starts_on desc`,
    { siteId }
  )
  const months = await rows<Month>(
    `select y.id as year_id, m::date as month, l.locked_at, u.name as locked_by,
            (select count(*)::int from (${unbookedOfMonth.one()('y.site_id', 'm::date')}) unbooked) as waiting
       from fiscal_years y cross join generate_series(y.starts_on::timestamp, y.ends_on::timestamp, interval '1 month') m
       left join period_locks l on l.site_id = :siteId and l.scope = 'all' and l.month = m::date left join users u on u.id = l.locked_by
      where y.site_id = :siteId order by m`,
    { siteId }
  )
  return years.map((year) => ({
    id: year.id,
    code: year.code,
    startsOn: year.startsOn,
    endsOn: year.endsOn,
    entries: year.entries,
    status: { label: fiscalYearWorkflow.label(year.status), tone: fiscalYearWorkflow.tone(year.status) },
    actions: fiscalYearWorkflow.available(year.status, role) as string[],
    months: months
      .filter((month) => month.yearId === year.id)
      .map((month) => ({
        month: month.month,
        isLocked: month.lockedAt !== null || year.status === 'closed',
        lockedAt: month.lockedAt?.toISOString() ?? null,
        lockedBy: month.lockedBy,
        waiting: month.waiting,
      })),
  }))
}
