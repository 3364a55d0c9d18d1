import { divideRounded } from '#app/kernel/money/rational'
import { type CalendarDate, daysBetween } from '#app/kernel/time/calendar_date'

/** Interest of the time from one day (included) to another (not included): an instalment’s, or an early payment’s. */
export type InterestSpan = { from: CalendarDate; to: CalendarDate; interestMinor: number }

/**
 * Interest that has run until a day (not included), of spans that follow each other. Of the one that is running it is the
 * share of its days, so that at its end all of it has run, whatever way its days are counted.
 */
export function accruedUntil(spans: readonly InterestSpan[], day: CalendarDate): number {
  return spans.reduce((sum, { from, to, interestMinor }) => {
    if (day >= to) return sum + interestMinor
    if (day <= from) return sum
    const share = BigInt(interestMinor) * BigInt(daysBetween(from, day))
    return sum + Number(divideRounded(share, BigInt(daysBetween(from, to)), 'half_away_from_zero'))
  }, 0)
}

/** Spans out of rows by their last day; each begins where the one before ends. */
export function spansOf(
  startOn: CalendarDate,
  rows: readonly { on: CalendarDate; interestMinor: number }[]
): InterestSpan[] {
  let from = startOn
  return rows
    .toSorted((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)))
    .map(({ on, interestMinor }) => {
      const span = { from, to: on, interestMinor }
      from = on
      return span
    })
}
