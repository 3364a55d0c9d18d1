import { divideRounded } from '#app/kernel/money/rational'

/** By what a revision multiplies, as a fraction: IPC(m) over IPC(base), or 100 + percent over 100. */
export type Factor = { numerator: number; denominator: number }

type Revised = {
  /** What was agreed at first, in ten-thousandths. */
  agreedMinor4: number
  /** What holds until now. */
  currentMinor4: number
  /** Every revision since the price was agreed, the new one included. */
  factors: readonly Factor[]
  /** Never downward (area 07 §3). */
  hasFloor: boolean
}

/**
 * A price after its revisions: what was agreed times all of them, exact before the one rounding to four decimals, so that
 * twenty years of revisions do not add up twenty roundings.
 */
export function revisedPrice({ agreedMinor4, currentMinor4, factors, hasFloor }: Revised): number {
  let numerator = BigInt(agreedMinor4)
  let denominator = 1n
  for (const factor of factors) {
    numerator *= BigInt(factor.numerator)
    denominator *= BigInt(factor.denominator)
  }
  const revised = Number(divideRounded(numerator, denominator, 'half_away_from_zero'))
  return hasFloor ? Math.max(revised, currentMinor4) : revised
}
