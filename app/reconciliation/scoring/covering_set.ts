export type Coverable = { amountMinor: number }

const itemsMax = 8
const nodesMax = 2000

/**
 * The first set of two to eight items whose amounts add up exactly to a target of their sign, in the order given (by
 * due date), exploring at most 2,000 nodes. Null when there is none, or none was found in time.
 */
export function findCoveringSet<Item extends Coverable>(
  items: readonly Item[],
  targetMinor: number
): Item[] | null {
  const sign = Math.sign(targetMinor)
  const usable = items.filter(
    (item) => Math.sign(item.amountMinor) === sign && Math.abs(item.amountMinor) < Math.abs(targetMinor)
  )
  const sizes = usable.map((item) => Math.abs(item.amountMinor))
  // What is left from each place on: a branch that cannot reach the target any more is given up.
  const rests = sizes.map((_, at) => sizes.slice(at).reduce((sum, size) => sum + size, 0))
  const chosen: number[] = []
  let nodes = 0

  function search(at: number, missing: number): boolean {
    if (missing === 0) return chosen.length >= 2
    if (chosen.length === itemsMax || (rests[at] ?? 0) < missing || ++nodes > nodesMax) return false
    for (let next = at; next < sizes.length && nodes <= nodesMax; next++) {
      const size = sizes[next] ?? 0
      if (size > missing) continue
      chosen.push(next)
      if (search(next + 1, missing - size)) return true
      chosen.pop()
    }
    return false
  }

  return search(0, Math.abs(targetMinor)) ? chosen.flatMap((at) => usable[at] ?? []) : null
}
