import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A row of an account: what it moved and, where the file says so, the balance after it. */
export type Link = {
  line: number | null
  bookedOn: CalendarDate | null
  amountMinor: number
  balanceMinor: number | null
}

/** Balances before and after all rows; `brokenAt` is the row after which they stop following, null when they all do. */
export type Chain = {
  openingMinor: number
  closingMinor: number
  breaks: number
  brokenAt: Link | null
}

/**
 * The chain that amounts and balances make, in whichever order the bank lists its rows: oldest first, newest first, the days
 * in one order and the movements of each in the other, or none at all, as long as each row begins where another ends. Rows
 * without a balance count in the next one. Null when no row has a balance.
 */
export function followChain(links: readonly Link[]): Chain | null {
  if (links.every(({ balanceMinor }) => balanceMinor === null)) return null
  const reversed = links.toReversed()
  const orders = newestFirst(links)
    ? [reversed, links, byDay(reversed), byDay(links)]
    : [links, reversed, byDay(links), byDay(reversed)]
  const chains = orders.map(walk)
  const whole = chains.find(({ breaks }) => breaks === 0) ?? tour(links)
  const [least] = chains.toSorted((a, b) => a.breaks - b.breaks)
  return whole ?? least ?? null
}

function walk(links: readonly Link[]): Chain {
  let openingMinor: number | null = null
  let expected = 0
  let breaks = 0
  let brokenAt: Link | null = null
  for (const link of links) {
    expected += link.amountMinor
    if (link.balanceMinor === null) continue
    if (openingMinor === null) openingMinor = link.balanceMinor - expected
    else if (expected !== link.balanceMinor) {
      breaks++
      brokenAt ??= link
    }
    expected = link.balanceMinor
  }
  return { openingMinor: openingMinor ?? 0, closingMinor: expected, breaks, brokenAt }
}

/**
 * Rows as steps from the balance before to the balance after: they are one walk when every balance is left as often as it is
 * reached, but for where the walk begins and ends, and all hang together. Null when they are not, or it is not told where
 * they begin.
 */
function tour(links: readonly Link[]): Chain | null {
  const left = new Map<number, number>()
  const roots = new Map<number, number>()
  const rootOf = (balance: number): number => {
    let root = balance
    for (let up = roots.get(root); up !== undefined && up !== root; up = roots.get(root)) root = up
    roots.set(balance, root)
    return root
  }
  for (const { amountMinor, balanceMinor } of links) {
    if (balanceMinor === null) return null
    const before = balanceMinor - amountMinor
    left.set(before, (left.get(before) ?? 0) + 1)
    left.set(balanceMinor, (left.get(balanceMinor) ?? 0) - 1)
    roots.set(rootOf(before), rootOf(balanceMinor))
  }
  const ends = [...left].filter(([, count]) => count !== 0)
  const [first, second] = ends.toSorted(([, a], [, b]) => b - a)
  if (ends.length !== 2 || first?.[1] !== 1 || second?.[1] !== -1) return null
  const root = rootOf(first[0])
  if ([...left.keys()].some((balance) => rootOf(balance) !== root)) return null
  return { openingMinor: first[0], closingMinor: second[0], breaks: 0, brokenAt: null }
}

const byDay = (links: readonly Link[]): Link[] =>
  links.toSorted((a, b) => ((a.bookedOn ?? '') < (b.bookedOn ?? '') ? -1 : a.bookedOn === b.bookedOn ? 0 : 1))

const newestFirst = (links: readonly Link[]) => (links.at(0)?.bookedOn ?? '') > (links.at(-1)?.bookedOn ?? '')
