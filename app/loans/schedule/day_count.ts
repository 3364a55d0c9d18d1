import { type CalendarDate, daysBetween } from '#app/kernel/time/calendar_date'

export const DAY_COUNTS = ['30/360', 'ACT/360', 'ACT/365'] as const
/** How days are counted and over which year: ISDA 30/360 without a rule for February, or days of the calendar. */
export type DayCount = (typeof DAY_COUNTS)[number]

/** Days of interest from one day (included) to another (not included). */
export function interestDays(from: CalendarDate, to: CalendarDate, dayCount: DayCount): number {
  return dayCount === '30/360' ? days30(from, to) : daysBetween(from, to)
}

/** Days of the year that a rate is spread over; 365 in leap years too. */
export function yearBase(dayCount: DayCount): number {
  return dayCount === 'ACT/365' ? 365 : 360
}

function days30(from: CalendarDate, to: CalendarDate): number {
  const [fromYear, fromMonth, fromDay] = parts(from)
  const [toYear, toMonth, toDay] = parts(to)
  const first = fromDay === 31 ? 30 : fromDay
  const second = toDay === 31 && first === 30 ? 30 : toDay
  return (toYear - fromYear) * 360 + (toMonth - fromMonth) * 30 + (second - first)
}

function parts(day: CalendarDate): [number, number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8))]
}
