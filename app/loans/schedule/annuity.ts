import { divideRounded } from '#app/kernel/money/rational'
import type { Ratio } from '#app/loans/schedule/percentage'

/**
 * The constant instalment that repays `owed` over periods with these rates: owed / Σ Π 1/(1+i), exact and rounded once
 * to the minor unit. At rate zero it is owed / n. Zero when there are no periods.
 */
export function annuityOf(owed: bigint, rates: readonly Ratio[]): bigint {
  let top = 0n
  let bottom = 1n
  // From the last period back: the worth of one unit a period is (1 + worth of what follows) / (1 + i).
  for (const rate of rates.toReversed()) {
    top = (top + bottom) * rate.bottom
    bottom *= rate.top + rate.bottom
  }
  return top === 0n ? 0n : divideRounded(owed * bottom, top, 'half_away_from_zero')
}
