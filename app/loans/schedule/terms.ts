import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { DayCount } from '#app/loans/schedule/day_count'

export const METHODS = ['french', 'linear', 'bullet', 'custom'] as const
/** How principal is repaid: by a constant annuity, by equal parts, all at the end, or by a list. */
export type Method = (typeof METHODS)[number]

export const PERIODICITIES = ['monthly', 'quarterly', 'half_yearly', 'yearly', 'at_maturity'] as const
export type Periodicity = (typeof PERIODICITIES)[number]

/** From `from` on the annual rate is another one; it reaches the instalments whose period begins on that day or later. */
export type RateRevision = { from: CalendarDate; annualRate: string }

export const EARLY_OPTIONS = ['reduce_instalment', 'reduce_term'] as const
/** «Reducir cuota» keeps the number of instalments, «Reducir plazo» their amount. */
export type EarlyOption = (typeof EARLY_OPTIONS)[number]

/**
 * Principal repaid before its time, or added to what is owed when it is negative (interest that joins the principal).
 * The interest on all that is owed is paid with it, up to its day.
 */
export type EarlyPayment = {
  on: CalendarDate
  principalMinor: number
  option: EarlyOption
  /** Its interest is not paid with it and waits for the next instalment. */
  waits?: boolean
}

/** What a schedule is worked out from. Rates are percentages as decimal text, amounts whole minor units. */
export type ScheduleTerms = {
  principalMinor: number
  annualRate: string
  method: Method
  /** Number of instalments, those of grace included. Of `custom` its list says it. */
  periods: number
  periodicity: Periodicity
  dayCount: DayCount
  startOn: CalendarDate
  firstPaymentOn: CalendarDate
  /** The first instalments that carry interest only. */
  gracePeriods: number
  revisions: readonly RateRevision[]
  earlyPayments: readonly EarlyPayment[]
  /** Percentage of the interest that the borrower withholds; null for none. */
  withholdingRate: string | null
  custom: readonly { dueOn: CalendarDate; principalMinor: number }[] | null
}

/** A row of a schedule: an instalment, or an early payment (`seq` null). The withholding is inside the total. */
export type ScheduleRow = {
  seq: number | null
  dueOn: CalendarDate
  openingMinor: number
  principalMinor: number
  interestMinor: number
  withholdingMinor: number
  totalMinor: number
}
