import {
  addDays,
  type CalendarDate,
  calendarDate,
  compareDays,
  daysBetween,
  endOfMonth,
} from '#app/kernel/time/calendar_date'
import { isTargetDay, nextTargetDay } from '#app/kernel/time/working_days'

/** How often a payment falls due, in Spanish. */
export const FREQUENCIES = {
  weekly: 'Semanal',
  biweekly: 'Quincenal',
  monthly: 'Mensual',
  bimonthly: 'Bimestral',
  quarterly: 'Trimestral',
  four_monthly: 'Cuatrimestral',
  half_yearly: 'Semestral',
  yearly: 'Anual',
} as const
export type Frequency = keyof typeof FREQUENCIES

const DAYS: Partial<Record<Frequency, number>> = { weekly: 7, biweekly: 14 }
const MONTHS: Partial<Record<Frequency, number>> = {
  monthly: 1,
  bimonthly: 2,
  quarterly: 3,
  four_monthly: 4,
  half_yearly: 6,
  yearly: 12,
}

export type Schedule = {
  frequency: Frequency
  /** Day of the month; 31 is the last one. Weekly ones count from the start. */
  day: number
  startOn: CalendarDate
  endOn: CalendarDate | null
  /** How many there are in all. */
  occurrences: number | null
}

/** No agreement runs longer than this many occurrences: a century of weeks. */
const STEPS_MAX = 5_200

/**
 * The days on which it falls due, from the first on, at most `count` of those not before `from`. Months without the day
 * take their last one; the day of the agreement holds again afterwards.
 */
export const dueDays = (schedule: Schedule, from: CalendarDate, count: number): CalendarDate[] =>
  daysFrom(schedule, from).take(count).toArray()

/** The same, all of them until a day. */
export function dueDaysUntil(schedule: Schedule, from: CalendarDate, until: CalendarDate): CalendarDate[] {
  const found: CalendarDate[] = []
  for (const day of daysFrom(schedule, from)) {
    if (compareDays(day, until) > 0) break
    found.push(day)
  }
  return found
}

/** Days not before `from`: those before it are passed over without looking at them. */
function* daysFrom(schedule: Schedule, from: CalendarDate): Generator<CalendarDate, undefined> {
  // The month of the start does not count where its day lies before it.
  const uncounted = compareDays(dayAt(schedule, 0), schedule.startOn) < 0 ? 1 : 0
  for (let step = Math.max(uncounted, stepBefore(schedule, from)); step < STEPS_MAX; step++) {
    const day = dayAt(schedule, step)
    if (schedule.occurrences !== null && step + 1 - uncounted > schedule.occurrences) return
    if (schedule.endOn !== null && compareDays(day, schedule.endOn) > 0) return
    if (compareDays(day, from) >= 0) yield day
  }
}

/** A step whose predecessors all lie before a day. */
function stepBefore({ frequency, startOn }: Schedule, from: CalendarDate): number {
  const days = DAYS[frequency]
  return days
    ? Math.floor(daysBetween(startOn, from) / days)
    : Math.floor((monthNumber(from) - monthNumber(startOn)) / (MONTHS[frequency] ?? 1))
}

const monthNumber = (day: CalendarDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

function dayAt({ frequency, day, startOn }: Schedule, step: number): CalendarDate {
  const days = DAYS[frequency]
  if (days) return addDays(startOn, days * step)
  const months = monthNumber(startOn) + step * (MONTHS[frequency] ?? 1)
  const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
  const last = endOfMonth(calendarDate(`${month}-01`))
  const wanted = `${month}-${String(day).padStart(2, '0')}`
  return wanted > last ? last : calendarDate(wanted)
}

/** The day it is paid: banks are closed on some, and the agreement says whether before or after. */
export function payDay(dueOn: CalendarDate, holidayRule: 'next' | 'previous'): CalendarDate {
  if (holidayRule === 'next') return nextTargetDay(dueOn)
  let day = dueOn
  while (!isTargetDay(day)) day = addDays(day, -1)
  return day
}
