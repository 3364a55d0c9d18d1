/** How the part below one minor unit is dropped: to the nearest (ties away from zero, or to even), or towards zero. */
export type Rounding = 'half_away_from_zero' | 'half_even' | 'down'

/**
 * `numerator / denominator` as a whole number under the named rounding, exact for any size.
 * Throws RangeError when the denominator is zero.
 */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator === 0n) throw new RangeError('A rate cannot have a zero denominator')
  const isNegative = numerator < 0n !== denominator < 0n
  const top = numerator < 0n ? -numerator : numerator
  const bottom = denominator < 0n ? -denominator : denominator
  const quotient = top / bottom
  const rounded = roundsUp(quotient, top % bottom, bottom, rounding) ? quotient + 1n : quotient
  return isNegative ? -rounded : rounded
}

function roundsUp(quotient: bigint, remainder: bigint, denominator: bigint, rounding: Rounding): boolean {
  const twice = remainder * 2n
  switch (rounding) {
    case 'down':
      return false
    case 'half_away_from_zero':
      return twice >= denominator
    case 'half_even':
      return twice > denominator || (twice === denominator && quotient % 2n === 1n)
    default:
      return rounding satisfies never
  }
}
