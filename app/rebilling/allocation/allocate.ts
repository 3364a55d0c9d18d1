import { shareOut } from '#app/kernel/money/share_out'

/** What a company gets of a cost, in minor units with the sign of the cost. */
export type Part = { siteId: number; amountMinor: number }

/** A company and what its share is measured by: percentage, value of a key, 1 where all bear the same. */
export type WeightedSite = { siteId: number; weight: bigint }
/** A company and the most that it bears, in minor units (never negative). */
export type CappedSite = { siteId: number; amountMinor: number }

/**
 * A cost shared out by weights (area 32): exact shares of its absolute value, floored; the units left go one by one to the
 * largest fractions, of equal ones to the company with the smaller number; the sign comes back at the end. The parts stand in
 * the order of the companies and always add up to the cost. Null where all weights are zero: there is nothing to share by.
 */
export function allocateByWeight(baseMinor: number, sites: readonly WeightedSite[]): Part[] | null {
  if (sites.every(({ weight }) => weight === 0n)) return null
  const places = sites
    .map((_, place) => place)
    .toSorted((a, b) => siteAt(sites, a) - siteAt(sites, b) || a - b)
  const shares = shareOut(
    BigInt(baseMinor),
    places.map((place) => sites[place]?.weight ?? 0n)
  )
  const amounts = new Map(places.map((place, index) => [place, Number(shares[index] ?? 0n)]))
  return sites.map(({ siteId }, place) => ({ siteId, amountMinor: amounts.get(place) ?? 0 }))
}

const siteAt = (sites: readonly WeightedSite[], place: number) => sites[place]?.siteId ?? 0

/**
 * A cost shared out by fixed amounts: each in its turn until the absolute value is exhausted, then the sign. What is left stays
 * with who bore the cost and is in no part.
 */
export function allocateFixed(baseMinor: number, sites: readonly CappedSite[]): Part[] {
  let left = Math.abs(baseMinor)
  return sites.map(({ siteId, amountMinor }) => {
    const taken = Math.min(left, amountMinor)
    left -= taken
    return { siteId, amountMinor: baseMinor < 0 && taken !== 0 ? -taken : taken }
  })
}
