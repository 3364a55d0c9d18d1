import {
  addMonths,
  type CalendarDate,
  calendarDate,
  endOfMonth,
  isPlausibleDay,
  today,
  yearOf,
} from '#app/kernel/time/calendar_date'

/** The days a report looks at, both included. */
export type ReportPeriod = { from: CalendarDate; to: CalendarDate }

const YEARS_MAX = 5

/** The period a query asks for; this year until today when it asks for none that makes sense. */
export function reportPeriod(from: unknown, to: unknown, day: CalendarDate = today()): ReportPeriod {
  const start = typeof from === 'string' && isPlausibleDay(from) ? from : calendarDate(`${yearOf(day)}-01-01`)
  const end = typeof to === 'string' && isPlausibleDay(to) ? to : day
  if (end < start || yearOf(end) - yearOf(start) > YEARS_MAX)
    return { from: calendarDate(`${yearOf(day)}-01-01`), to: day }
  return { from: start, to: end }
}

/** The same days of the year before. */
export const yearBefore = ({ from, to }: ReportPeriod): ReportPeriod => ({
  from: addMonths(from, -12),
  to: addMonths(to, -12),
})

/** First and last day of a month `YYYY-MM` that lie in the period. */
export function monthWithin(month: string, { from, to }: ReportPeriod): ReportPeriod {
  const first = calendarDate(`${month}-01`)
  const last = endOfMonth(first)
  return { from: first < from ? from : first, to: last > to ? to : last }
}
