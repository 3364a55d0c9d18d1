import { addDays, type CalendarDate, calendarDate, yearOf } from '#app/kernel/time/calendar_date'
import type { ProcedureKind } from '#app/legal/legal_labels'

/** Matters before courts that rest in August; those of criminal courts may go on (LOPJ art. 183). */
export const COURT_KINDS: readonly ProcedureKind[] = ['civil', 'commercial', 'labour', 'contentious']

export type PlannedSpan = { startsOn: CalendarDate | null; endsOn: CalendarDate | null }

/**
 * Phases one after the other, each for its days; behind one without days no day is known. Where August does not count
 * nothing begins in it and its days are left out. Of planning only: legal terms are written by people.
 */
export function planSpans(
  first: CalendarDate,
  days: readonly (number | null)[],
  skipsAugust: boolean
): PlannedSpan[] {
  const working = (day: CalendarDate) => (skipsAugust ? afterAugust(day) : day)
  let next: CalendarDate | null = first
  return days.map((count) => {
    const startsOn: CalendarDate | null = next === null ? null : working(next)
    let endsOn: CalendarDate | null = count === null ? null : startsOn
    for (let left = count ?? 0; left > 1 && endsOn !== null; left--) endsOn = working(addDays(endsOn, 1))
    next = endsOn === null ? null : addDays(endsOn, 1)
    return { startsOn, endsOn }
  })
}

const afterAugust = (day: CalendarDate): CalendarDate =>
  day.slice(5, 7) === '08' ? calendarDate(`${yearOf(day)}-09-01`) : day
