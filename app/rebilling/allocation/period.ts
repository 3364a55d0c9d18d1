import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  endOfMonth,
  startOfMonth,
  yearOf,
} from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'
import type { Frequency } from '#app/rebilling/rebilling_labels'

/** The days that a charge is about. */
export type Period = { from: CalendarDate; to: CalendarDate }

const monthNumber = (day: CalendarDate) => Number(day.slice(5, 7))

/** The month or quarter in which a day lies; of a document, the month that its key is read of. */
export function periodOf(frequency: Frequency, day: CalendarDate): Period {
  if (frequency !== 'quarterly') return { from: startOfMonth(day), to: endOfMonth(day) }
  const month = monthNumber(day) - 1 - ((monthNumber(day) - 1) % 3) + 1
  const from = calendarDate(`${yearOf(day)}-${String(month).padStart(2, '0')}-01`)
  return { from, to: endOfMonth(addMonths(from, 2)) }
}

/** The first day on which a period is worked out by itself: the second one after it, when what came last is in. */
export const dueOn = ({ to }: Period): CalendarDate => addDays(to, 2)

/** The first days of its months. */
export function monthsOf({ from, to }: Period): CalendarDate[] {
  const months: CalendarDate[] = []
  for (let month = startOfMonth(from); month <= to; month = addMonths(month, 1)) months.push(month)
  return months
}

/** The same for a narrow column: «nov 2026», «4T 2026». */
export function shortPeriodText(period: Period): string {
  const months = monthsOf(period).length
  if (months === 3) return `${Math.ceil(monthNumber(period.to) / 3)}T ${yearOf(period.from)}`
  return months === 1 ? `${monthText(period.from).slice(0, 3)} ${yearOf(period.from)}` : periodText(period)
}

/** As people call it: «noviembre de 2026», «4.º trimestre de 2026». */
export function periodText({ from, to }: Period): string {
  const months = monthsOf({ from, to }).length
  if (months === 1) return monthText(from)
  if (months === 3) return `${Math.ceil(monthNumber(to) / 3)}.º trimestre de ${yearOf(from)}`
  return `${monthText(from)} a ${monthText(to)}`
}
