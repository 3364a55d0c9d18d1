/**
 * A whole number shared out over weights (none negative, not all zero) so that the parts always add up to it: each gets its
 * share rounded towards zero, and the units left go one by one to the largest remainders, of equal ones the earlier first.
 * Exact for any size. Throws RangeError for weights that share nothing out.
 */
export function shareOut(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = totalOf(weights)
  const whole = amount < 0n ? -amount : amount
  const shares = weights.map((weight, index) => {
    const product = whole * weight
    return { index, units: product / total, remainder: product % total }
  })
  const left = whole - shares.reduce((sum, { units }) => sum + units, 0n)
  for (const share of shares.toSorted(byLargestRemainder).slice(0, Number(left))) share.units += 1n
  return shares.map(({ units }) => (amount < 0n ? -units : units))
}

type Share = { index: number; units: bigint; remainder: bigint }

function byLargestRemainder(a: Share, b: Share): number {
  if (a.remainder === b.remainder) return a.index - b.index
  return a.remainder > b.remainder ? -1 : 1
}

function totalOf(weights: readonly bigint[]): bigint {
  let total = 0n
  for (const weight of weights) {
    if (weight < 0n) throw new RangeError(`«${weight}» is not a weight`)
    total += weight
  }
  if (total === 0n) throw new RangeError('An amount cannot be allocated over weights that add up to zero')
  return total
}
