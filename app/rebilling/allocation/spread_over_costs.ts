import { shareOut } from '#app/kernel/money/share_out'

/**
 * Of each share of a sum, what comes from each of the costs that make it up. Every row adds up to its share, and no cost gives
 * more than it is nor with the other sign: what nobody takes stays with who bore it. `costs` and `shares` in minor units; shares
 * have the sign of the sum and are no more than it. One row a share, in the order of the costs.
 */
export function spreadOverCosts(costs: readonly number[], shares: readonly number[]): number[][] {
  const sum = costs.reduce((total, cost) => total + cost, 0)
  if (sum === 0) return shares.map(() => costs.map(() => 0))
  const sign = sum < 0 ? -1n : 1n
  const amounts = costs.map((cost) => BigInt(cost) * sign)
  const wanted = shares.map((share) => BigInt(share) * sign)
  const columns = [...wanted, BigInt(sum) * sign - wanted.reduce((total, share) => total + share, 0n)]
  // What credits take off is shared out as the sum is; what is left to take of the costs is the share and that.
  const credits = amounts.map((amount) => (amount < 0n ? -amount : 0n))
  const credited = credits.reduce((total, credit) => total + credit, 0n)
  const taken = credited === 0n ? columns.map(() => 0n) : shareOut(credited, columns)
  const charges = amounts.map((amount) => (amount > 0n ? amount : 0n))
  const fromCharges = fill(
    charges,
    columns.map((column, place) => column + (taken[place] ?? 0n))
  )
  const fromCredits = fill(credits, taken)
  return wanted.map((_, share) =>
    costs.map((_cost, place) =>
      Number(((fromCharges[share]?.[place] ?? 0n) - (fromCredits[share]?.[place] ?? 0n)) * sign)
    )
  )
}

/** Fills each column from what is left of the amounts, in proportion to it: a rounded share of it is never more than there is. */
function fill(amounts: readonly bigint[], columns: readonly bigint[]): bigint[][] {
  let left = [...amounts]
  return columns.map((column) => {
    if (column === 0n) return left.map(() => 0n)
    const cells = shareOut(column, left)
    left = left.map((amount, place) => amount - (cells[place] ?? 0n))
    return cells
  })
}
