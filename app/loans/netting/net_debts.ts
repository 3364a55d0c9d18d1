/** What one company owes another: `from` owes `to`. */
export type Debt = { from: string; to: string; principalMinor: number; interestMinor: number }

/** What is left after netting: `from` pays, or keeps owing, `to`. Above zero. */
export type Transfer = { from: string; to: string; amountMinor: number }

export const NETTING_MODES = ['bilateral', 'multilateral'] as const
/** Pair by pair, or all the companies together. */
export type NettingMode = (typeof NETTING_MODES)[number]

export type Netting = {
  transfers: Transfer[]
  /** Receivable less payable of every company that is named, before and after: both are equal. */
  netBefore: Map<string, number>
  netAfter: Map<string, number>
}

/** Nets debts by their principal and interest together. Amounts are whole minor units of one currency. */
export function netDebts(mode: NettingMode, debts: readonly Debt[]): Netting {
  const owed = debts.map((debt) => ({
    from: debt.from,
    to: debt.to,
    amountMinor: debt.principalMinor + debt.interestMinor,
  }))
  const names = [...new Set(owed.flatMap(({ from, to }) => [from, to]))].sort(byName)
  const netBefore = positions(names, owed)
  const transfers = mode === 'bilateral' ? netPairs(names, owed) : settle(netBefore)
  return { transfers, netBefore, netAfter: positions(names, transfers) }
}

function positions(names: readonly string[], owed: readonly Transfer[]): Map<string, number> {
  const nets = new Map(names.map((name) => [name, 0]))
  for (const { from, to, amountMinor } of owed) {
    nets.set(from, (nets.get(from) ?? 0) - amountMinor)
    nets.set(to, (nets.get(to) ?? 0) + amountMinor)
  }
  return nets
}

/** One transfer a pair, of the difference; none where both owe the same. */
function netPairs(names: readonly string[], owed: readonly Transfer[]): Transfer[] {
  const pairs = new Map<string, Map<string, number>>()
  for (const { from, to, amountMinor } of owed) {
    const [first, second, signed] = byName(from, to) < 0 ? [from, to, amountMinor] : [to, from, -amountMinor]
    const others = pairs.get(first) ?? new Map<string, number>()
    others.set(second, (others.get(second) ?? 0) + signed)
    pairs.set(first, others)
  }
  return names.flatMap((first) =>
    [...(pairs.get(first) ?? [])].flatMap(([second, net]) => {
      if (net === 0) return []
      return [
        net > 0
          ? { from: first, to: second, amountMinor: net }
          : { from: second, to: first, amountMinor: -net },
      ]
    })
  )
}

/**
 * The largest debtor pays the largest creditor of what is left, the smaller of both amounts, until all are settled:
 * each step settles one company at least and the last one two, so that n companies need at most n − 1 transfers.
 */
function settle(nets: ReadonlyMap<string, number>): Transfer[] {
  const left = new Map(nets)
  const transfers: Transfer[] = []
  for (;;) {
    const creditor = largest(left, 1)
    const debtor = largest(left, -1)
    if (!creditor || !debtor) return transfers
    const amountMinor = Math.min(creditor.amountMinor, debtor.amountMinor)
    transfers.push({ from: debtor.name, to: creditor.name, amountMinor })
    left.set(creditor.name, creditor.amountMinor - amountMinor)
    left.set(debtor.name, amountMinor - debtor.amountMinor)
  }
}

/** The company with most to receive (1) or to pay (−1), the smaller name of those with the same. */
function largest(
  nets: ReadonlyMap<string, number>,
  sign: 1 | -1
): { name: string; amountMinor: number } | null {
  let found: { name: string; amountMinor: number } | null = null
  for (const [name, net] of nets) {
    const amountMinor = net * sign
    if (amountMinor > 0 && (found === null || amountMinor > found.amountMinor)) found = { name, amountMinor }
  }
  return found
}

function byName(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
