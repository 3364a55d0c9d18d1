import { divideRounded } from '#app/kernel/money/rational'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type DayCount, interestDays, yearBase } from '#app/loans/schedule/day_count'
import { percentage, type Ratio } from '#app/loans/schedule/percentage'
import type { RateRevision } from '#app/loans/schedule/terms'

/** Money lent (+) or given back (−) on a day; it counts from that day on. */
export type BalanceMovement = { on: CalendarDate; amountMinor: number }

/** Days during which the balance did not change. */
export type BalanceSegment = { from: CalendarDate; to: CalendarDate; days: number; balanceMinor: number }

export type BalanceTerms = {
  annualRate: string
  /** Rates that came after it, in the order of their days; none unless told. */
  revisions?: readonly RateRevision[]
  dayCount: DayCount
  movements: readonly BalanceMovement[]
  /** Interest of the days from `from` (included) to `to` (not included). */
  from: CalendarDate
  to: CalendarDate
}

/**
 * Interest of a current account or a credit line over some days: Σ balance × days × rate / base, rounded once, halves
 * away from zero. A negative balance carries negative interest at the same rate. Where the rate changes a segment ends.
 */
export function balanceInterest(terms: BalanceTerms): { segments: BalanceSegment[]; interestMinor: number } {
  const segments = balanceSegments(terms)
  const rates = ratesOf(terms)
  // Over one common denominator, so that the sum is exact and rounded once.
  const bottom = rates.reduce((product, { rate }) => product * rate.bottom, 1n)
  const weighted = segments.reduce((sum, { from, balanceMinor, days }) => {
    const { top, bottom: own } = rateOn(rates, from)
    return sum + BigInt(balanceMinor) * BigInt(days) * top * (bottom / own)
  }, 0n)
  const interest = divideRounded(weighted, bottom * BigInt(yearBase(terms.dayCount)), 'half_away_from_zero')
  return { segments, interestMinor: Number(interest) }
}

/** The time cut where the balance or the rate changes; days with nothing on them are segments too. */
function balanceSegments({ movements, revisions = [], dayCount, from, to }: BalanceTerms): BalanceSegment[] {
  if (from >= to) return []
  const changes = new Map<CalendarDate, number>([[from, 0]])
  for (const { on, amountMinor } of movements) {
    if (on >= to) continue
    const day = on < from ? from : on
    changes.set(day, (changes.get(day) ?? 0) + amountMinor)
  }
  const cuts = new Set(
    revisions.flatMap((revision) => (isInside(revision.from, from, to) ? [revision.from] : []))
  )
  const days = [...new Set([...changes.keys(), ...cuts])].sort()
  const starts = days.filter((day) => day === from || cuts.has(day) || changes.get(day) !== 0)
  let balanceMinor = 0
  return starts.map((start, index) => {
    balanceMinor += changes.get(start) ?? 0
    const end = starts[index + 1] ?? to
    return { from: start, to: end, days: interestDays(start, end, dayCount), balanceMinor }
  })
}

type DatedRate = { from: CalendarDate | null; rate: Ratio }

function ratesOf({ annualRate, revisions = [] }: BalanceTerms): DatedRate[] {
  return [
    { from: null, rate: percentage(annualRate) },
    ...revisions.map((revision) => ({ from: revision.from, rate: percentage(revision.annualRate) })),
  ]
}

function rateOn(rates: readonly DatedRate[], day: CalendarDate): Ratio {
  const found = rates.findLast(({ from }) => from === null || from <= day)
  if (!found) throw new Error('A loan without a rate')
  return found.rate
}

const isInside = (day: CalendarDate, from: CalendarDate, to: CalendarDate) => day > from && day < to
