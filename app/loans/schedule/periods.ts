import { addMonths, type CalendarDate } from '#app/kernel/time/calendar_date'
import { interestDays, yearBase } from '#app/loans/schedule/day_count'
import { percentage, type Ratio, times } from '#app/loans/schedule/percentage'
import type { Periodicity, ScheduleTerms } from '#app/loans/schedule/terms'

/** Months of a period; null where all is due at once. */
export const PERIOD_MONTHS: Readonly<Record<Periodicity, number | null>> = {
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  yearly: 12,
  at_maturity: null,
}

/** The time an instalment is for: from the due day before it to its own. */
export type Period = {
  beginsOn: CalendarDate
  dueOn: CalendarDate
  /** The percentage a year that rules it, and the revision it comes from (0 for the rate of the loan). */
  rate: Ratio
  revision: number
  /** Its whole months where it is a regular one of 30/360: m/12 of the rate then, whatever its days. */
  months: number | null
}

/** The periods of a schedule, in order. */
export function periodsOf(terms: ScheduleTerms): Period[] {
  const dueDays = dueDaysOf(terms)
  const revisions = [
    { from: terms.startOn, rate: percentage(terms.annualRate) },
    ...terms.revisions
      .toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)))
      .map(({ from, annualRate }) => ({ from, rate: percentage(annualRate) })),
  ]
  let revision = 0
  return dueDays.map((dueOn, index) => {
    const beginsOn = dueDays[index - 1] ?? terms.startOn
    while (isInForce(revisions[revision + 1]?.from, beginsOn)) revision += 1
    const rate = revisions[revision]?.rate ?? percentage(terms.annualRate)
    return { beginsOn, dueOn, rate, revision, months: wholeMonths(terms, index) }
  })
}

/** Interest on one unit over a period, or over what is left of it when an early payment cut it on `since`. */
export function periodRate(period: Period, terms: ScheduleTerms, since: CalendarDate | null = null): Ratio {
  if (since === null && period.months !== null) return times(period.rate, BigInt(period.months), 12n)
  return rateOver(period.rate, since ?? period.beginsOn, period.dueOn, terms)
}

/** Interest on one unit from one day to another, by days. */
export function rateOver(
  rate: Ratio,
  from: CalendarDate,
  to: CalendarDate,
  { dayCount }: Pick<ScheduleTerms, 'dayCount'>
): Ratio {
  return times(rate, BigInt(interestDays(from, to, dayCount)), BigInt(yearBase(dayCount)))
}

/** Due days are counted from the first day, never from the one before, so that the 31st comes back after a short month. */
function dueDaysOf(terms: ScheduleTerms): CalendarDate[] {
  if (terms.method === 'custom') return (terms.custom ?? []).map(({ dueOn }) => dueOn)
  const months = PERIOD_MONTHS[terms.periodicity]
  if (months === null) return [terms.firstPaymentOn]
  const [origin, ahead] = isFirstRegular(terms) ? [terms.startOn, 1] : [terms.firstPaymentOn, 0]
  return Array.from({ length: terms.periods }, (_, index) => addMonths(origin, (index + ahead) * months))
}

function isFirstRegular({ periodicity, startOn, firstPaymentOn }: ScheduleTerms): boolean {
  const months = PERIOD_MONTHS[periodicity]
  return months !== null && addMonths(startOn, months) === firstPaymentOn
}

function wholeMonths(terms: ScheduleTerms, index: number): number | null {
  if (terms.dayCount !== '30/360' || terms.method === 'custom') return null
  if (index === 0 && !isFirstRegular(terms)) return null
  return PERIOD_MONTHS[terms.periodicity]
}

function isInForce(from: CalendarDate | undefined, day: CalendarDate): boolean {
  return from !== undefined && from <= day
}
