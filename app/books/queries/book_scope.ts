import type { Filter } from '#app/kernel/lists/listing'
import {
  type CalendarDate,
  calendarDate,
  isPlausibleDay,
  today,
  yearOf,
} from '#app/kernel/time/calendar_date'

/** Companies whose books are read; `'all'` for every company of the group. */
export type Companies = number[] | 'all'

/** Days of a report, both included. */
export type Period = { from: CalendarDate; to: CalendarDate }

/** Narrows a query to some companies. */
export function companiesFilter(companies: Companies, column: string): Filter {
  return companies === 'all'
    ? { where: ['true'], bindings: {} }
    : { where: [`${column} = any(:companyIds::bigint[])`], bindings: { companyIds: companies } }
}

/** The period that a query string asks for; this year up to its end where it asks for none or for nonsense. */
export function periodOf(from: unknown, to: unknown): Period {
  const year = yearOf(today())
  const start = asDay(from) ?? calendarDate(`${year}-01-01`)
  const end = asDay(to) ?? calendarDate(`${Math.max(year, yearOf(start))}-12-31`)
  return end < start ? { from: end, to: start } : { from: start, to: end }
}

const asDay = (text: unknown): CalendarDate | null =>
  typeof text === 'string' && isPlausibleDay(text) ? text : null
