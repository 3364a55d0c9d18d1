import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import { addDays, addMonths, type CalendarDate, startOfMonth, yearOf } from '#app/kernel/time/calendar_date'

type Wanted = {
  siteId: number
  /** The first day that is accounted for; where the company has years already they go on from the last of them. */
  firstDay: CalendarDate
  /** Month, from 1, in which the years of the company begin. */
  startMonth: number
  /** The year of this day and the one after it are open in the end. */
  day: CalendarDate
}

/** Nobody keeps books of more years here: a company is not entered with an older start. */
const yearsMax = 100

/**
 * Opens every fiscal year of a company that is missing, up to the one after a day's. A year lasts until the month in
 * which years begin comes round, so that the first one after that month was changed is shorter. Gives how many it
 * opened; running it again, or twice at once, opens nothing more.
 */
export async function openFiscalYears(
  { siteId, firstDay, startMonth, day }: Wanted,
  trx: Transaction
): Promise<number> {
  await oneRow(
    `select pg_advisory_xact_lock(hashtext('fiscal_years'), :siteId::int) as locked`,
    { siteId },
    trx
  )
  const known = await oneRow<{ last: CalendarDate | null; starts: CalendarDate | null }>(
    `select max(ends_on) as last, max(starts_on) as starts from fiscal_years where site_id = :siteId`,
    { siteId },
    trx
  )
  let opened = 0
  let startsOn = known.last ? addDays(known.last, 1) : yearStart(firstDay, startMonth)
  let lastStart = known.starts
  while ((lastStart === null || lastStart <= day) && opened < yearsMax) {
    const endsOn = addDays(yearStart(addMonths(startsOn, 12), startMonth), -1)
    opened += await execute(
      `insert into fiscal_years (site_id, code, starts_on, ends_on) values (:siteId, :code, :startsOn, :endsOn)`,
      { siteId, code: codeOf(startsOn, endsOn), startsOn, endsOn },
      trx
    )
    lastStart = startsOn
    startsOn = addDays(endsOn, 1)
  }
  return opened
}

/** The last day up to this one on which a year of the company begins. */
function yearStart(day: CalendarDate, startMonth: number): CalendarDate {
  const month = Number(day.slice(5, 7))
  return addMonths(startOfMonth(day), -((month - startMonth + 12) % 12))
}

/** `2026`, or `2026-2027` for a year that is not a calendar year's. */
function codeOf(startsOn: CalendarDate, endsOn: CalendarDate): string {
  const [first, last] = [yearOf(startsOn), yearOf(endsOn)]
  return first === last ? String(first) : `${first}-${last}`
}
