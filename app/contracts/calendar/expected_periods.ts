import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  daysInMonth,
  maxDay,
  minDay,
  startOfMonth,
} from '#app/kernel/time/calendar_date'

export type BillingFrequency = 'monthly' | 'quarterly' | 'yearly' | 'per_use' | 'one_off'

export type Schedule = {
  frequency: BillingFrequency
  startsOn: CalendarDate
  /** The last day in force; null while it has none. */
  endsOn: CalendarDate | null
  /** Day of the month; that of the start when null. */
  expectedDay: number | null
}

/** A period that one invoice is expected for, both days included, and the day it is expected on. */
export type ExpectedPeriod = { from: CalendarDate; to: CalendarDate; expectedOn: CalendarDate }

const MONTHS: Partial<Record<BillingFrequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 }

/**
 * The periods of a contract that begin up to `until`, the first first, at most `limit` of the latest. They are counted from
 * the month in which the contract begins; what is billed by use is never expected.
 */
export function expectedPeriods(schedule: Schedule, until: CalendarDate, limit = 24): ExpectedPeriod[] {
  const { frequency, startsOn, endsOn } = schedule
  if (frequency === 'per_use' || startsOn > until) return []
  const months = MONTHS[frequency]
  if (!months) return [{ from: startsOn, to: endsOn ?? startsOn, expectedOn: expectedOn(startsOn, schedule) }]
  const last = endsOn ? minDay(endsOn, until) : until
  const first = startOfMonth(startsOn)
  const count = Math.floor(monthsBetween(first, last) / months) + 1
  const found: ExpectedPeriod[] = []
  for (let index = Math.max(0, count - limit); index < count; index++) {
    const from = addMonths(first, index * months)
    found.push({
      from,
      to: addDays(addMonths(from, months), -1),
      expectedOn: expectedOn(from, schedule),
    })
  }
  return found
}

/** Never before the contract begins: a first month that starts on the 20th is not late on the 5th. */
function expectedOn(from: CalendarDate, { expectedDay, startsOn }: Schedule): CalendarDate {
  const day = expectedDay ?? Number(startsOn.slice(8))
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  const text = String(Math.min(day, daysInMonth(year, month))).padStart(2, '0')
  return maxDay(startsOn, calendarDate(`${from.slice(0, 8)}${text}`))
}

const monthsBetween = (from: CalendarDate, to: CalendarDate) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
