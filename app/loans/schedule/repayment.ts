import { divideRounded } from '#app/kernel/money/rational'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { annuityOf } from '#app/loans/schedule/annuity'
import type { Ratio } from '#app/loans/schedule/percentage'
import { type Period, periodRate } from '#app/loans/schedule/periods'
import type { ScheduleTerms } from '#app/loans/schedule/terms'

/** Where a schedule stands: what is owed, and what was planned for the instalments to come. */
export type Course = {
  terms: ScheduleTerms
  periods: readonly Period[]
  owed: bigint
  /** Interest that waits for the next instalment. */
  waiting: bigint
  /** An early payment has repaid all. */
  isOver: boolean
  /** Number of the last instalment; an early payment may bring it forward. */
  last: number
  annuity: bigint
  /** Principal of each instalment by its number: linear and custom. */
  parts: ReadonlyMap<number, bigint>
}

/** An instalment about to be worked out: its number, and the day on which an early payment cut its period. */
export type Place = { seq: number; since: CalendarDate | null }

/** `amount` times a fraction, to the nearest minor unit, halves away from zero. */
export function share(amount: bigint, { top, bottom }: Ratio): bigint {
  return divideRounded(amount * top, bottom, 'half_away_from_zero')
}

/** Plans the instalments from a place on, those of grace left out, for what is owed there. */
export function plan(course: Course, place: Place): void {
  const { terms } = course
  if (terms.method === 'french') course.annuity = plannedAnnuity(course, place)
  if (terms.method === 'linear') course.parts = equalParts(course, place)
  if (terms.method === 'custom') {
    course.parts = new Map((terms.custom ?? []).map((row, index) => [index + 1, BigInt(row.principalMinor)]))
  }
}

/** What instalment `seq` repays when it carries `interest`. The last one takes all that is left. */
export function principalOf(course: Course, seq: number, interest: bigint): bigint {
  const { terms, owed, last } = course
  if (seq === last) return owed
  if (seq <= terms.gracePeriods) return 0n
  switch (terms.method) {
    case 'french':
      return within(course.annuity - interest, owed)
    case 'linear':
    case 'custom':
      return within(course.parts.get(seq) ?? 0n, owed)
    case 'bullet':
      return 0n
    default:
      return terms.method satisfies never
  }
}

/** The number of the instalment that repays the rest when those to come keep their amount, at the rate in force. */
export function lastOfKept(course: Course, place: Place): number {
  const ahead = { ...course }
  for (let seq = place.seq; seq < course.last; seq += 1) {
    const interest = share(ahead.owed, rateAhead(course, place, seq))
    ahead.owed -= principalOf(ahead, seq, interest)
    if (ahead.owed === 0n) return seq
  }
  return course.last
}

function plannedAnnuity(course: Course, place: Place): bigint {
  const rates = repaying(course, place).map((seq) => rateAhead(course, place, seq))
  return annuityOf(course.owed, rates)
}

/** Equal whole parts; the units that are left go to the first ones. */
function equalParts(course: Course, place: Place): Map<number, bigint> {
  const seqs = repaying(course, place)
  const count = BigInt(seqs.length)
  if (count === 0n) return new Map()
  const extra = course.owed % count
  return new Map(seqs.map((seq, index) => [seq, course.owed / count + (BigInt(index) < extra ? 1n : 0n)]))
}

/** The instalments from a place on that repay principal. */
function repaying({ terms, last }: Course, { seq }: Place): number[] {
  const first = Math.max(seq, terms.gracePeriods + 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Rate of a period as it is foreseen from a place: revisions that come later are not known there. */
function rateAhead({ terms, periods }: Course, place: Place, seq: number): Ratio {
  const { rate } = periodAt(periods, place.seq)
  const since = seq === place.seq ? place.since : null
  return periodRate({ ...periodAt(periods, seq), rate }, terms, since)
}

/** The period of an instalment; one that is not there is a bug. */
export function periodAt(periods: readonly Period[], seq: number): Period {
  const period = periods[seq - 1]
  if (!period) throw new RangeError(`There is no instalment ${seq}`)
  return period
}

function within(amount: bigint, owed: bigint): bigint {
  if (amount < 0n) return 0n
  return amount < owed ? amount : owed
}
