import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { percentage, type Ratio } from '#app/loans/schedule/percentage'
import { periodRate, periodsOf, rateOver } from '#app/loans/schedule/periods'
import {
  type Course,
  lastOfKept,
  type Place,
  periodAt,
  plan,
  principalOf,
  share,
} from '#app/loans/schedule/repayment'
import type { EarlyPayment, ScheduleRow, ScheduleTerms } from '#app/loans/schedule/terms'

/**
 * The rows of a loan with its terms, in order of time: instalments, and early payments (`seq` null). Everything is exact
 * and rounded once a figure, halves away from zero; the last instalment takes what is left, so that Σ principal is the
 * principal of the loan. DomainError when an early payment is more than is owed, or comes after the last instalment.
 */
export function buildSchedule(terms: ScheduleTerms): ScheduleRow[] {
  const periods = periodsOf(terms)
  const course: Course = {
    terms,
    periods,
    owed: BigInt(terms.principalMinor),
    waiting: 0n,
    isOver: false,
    last: periods.length,
    annuity: 0n,
    parts: new Map(),
  }
  const early = terms.earlyPayments.toSorted((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)))
  const rows: ScheduleRow[] = []
  for (let seq = 1; seq <= course.last && !course.isOver; seq += 1) {
    const place: Place = { seq, since: null }
    if (isPlannedAnew(course, seq)) plan(course, place)
    while (isBefore(early[0], periodAt(periods, seq).dueOn) && !course.isOver) {
      rows.push(payEarly(course, place, early.shift() as EarlyPayment))
    }
    if (!course.isOver) rows.push(payInstalment(course, place))
  }
  refuseLeft(early)
  return rows
}

/** Σ interest of the rows, early payments included. */
export function totalInterest(rows: readonly ScheduleRow[]): number {
  return rows.reduce((sum, { interestMinor }) => sum + interestMinor, 0)
}

/** At the start, and where another revision takes effect: it changes the annuity of french, and of the rest only the interest. */
function isPlannedAnew({ terms, periods }: Course, seq: number): boolean {
  if (seq === 1) return true
  return terms.method === 'french' && periodAt(periods, seq).revision !== periodAt(periods, seq - 1).revision
}

function payInstalment(course: Course, { seq, since }: Place): ScheduleRow {
  const period = periodAt(course.periods, seq)
  const interest = share(course.owed, periodRate(period, course.terms, since)) + course.waiting
  course.waiting = 0n
  return pay(course, { seq, dueOn: period.dueOn, principal: principalOf(course, seq, interest), interest })
}

/** Takes an early payment: on a due day it cuts no period and carries no interest. */
function payEarly(
  course: Course,
  place: Place,
  { on, principalMinor, option, waits = false }: EarlyPayment
): ScheduleRow {
  const period = periodAt(course.periods, place.seq)
  const principal = BigInt(principalMinor)
  if (principal > course.owed) {
    throw new DomainError(
      'E_EARLY_PAYMENT',
      `La amortización del ${formatDay(on)} supera el capital pendiente.`
    )
  }
  const interest = share(course.owed, rateOver(period.rate, place.since ?? period.beginsOn, on, course.terms))
  if (waits) course.waiting += interest
  const row = pay(course, { seq: null, dueOn: on, principal, interest: waits ? 0n : interest })
  if (on > period.beginsOn) place.since = on
  if (course.owed === 0n) end(course, place)
  if (course.owed === 0n || course.terms.method === 'custom') return row
  if (option === 'reduce_term') course.last = lastOfKept(course, place)
  else plan(course, place)
  return row
}

/** All is repaid: no instalment follows, but one for the interest that waits. */
function end(course: Course, { seq }: Place): void {
  course.isOver = course.waiting === 0n
  course.last = seq
}

type Paid = { seq: number | null; dueOn: CalendarDate; principal: bigint; interest: bigint }

function pay(course: Course, { seq, dueOn, principal, interest }: Paid): ScheduleRow {
  const opening = course.owed
  course.owed -= principal
  return {
    seq,
    dueOn,
    openingMinor: Number(opening),
    principalMinor: Number(principal),
    interestMinor: Number(interest),
    withholdingMinor: Number(share(interest, withholdingOf(course.terms))),
    totalMinor: Number(principal + interest),
  }
}

function withholdingOf({ withholdingRate }: ScheduleTerms): Ratio {
  return withholdingRate === null ? { top: 0n, bottom: 1n } : percentage(withholdingRate)
}

function isBefore(payment: EarlyPayment | undefined, dueOn: CalendarDate): boolean {
  return payment !== undefined && payment.on < dueOn
}

function refuseLeft([left]: readonly EarlyPayment[]): void {
  if (!left) return
  throw new DomainError(
    'E_EARLY_PAYMENT',
    `La amortización del ${formatDay(left.on)} es posterior a la última cuota del cuadro.`
  )
}
