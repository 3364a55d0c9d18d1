import { type NettingMode, netDebts, type Transfer } from '#app/loans/netting/net_debts'

/** What one company owes another on a day: of a loan, or on their current account (`loanId` null). Cents, net of withholding. */
export type OpenDebt = {
  loanId: number | null
  debtorId: number
  creditorId: number
  principalMinor: number
  interestMinor: number
}

/** What of a debt a netting cancels. */
export type Cancelled = OpenDebt

export type NettingPlan = {
  cancelled: Cancelled[]
  /** Who owes, or pays, whom afterwards; nothing pair by pair, where the rest stays in its loans. */
  transfers: { fromId: number; toId: number; amountMinor: number }[]
  totalMinor: number
}

/**
 * What nets of these debts, the oldest first (area 31). Pair by pair, what both owe each other goes, interest before principal;
 * all together, every debt goes and the positions are settled with one payment less than companies at most.
 */
export function planNetting(mode: NettingMode, debts: readonly OpenDebt[]): NettingPlan {
  const cancelled = mode === 'bilateral' ? netPairs(debts) : debts.filter(isOwed)
  const transfers =
    mode === 'bilateral'
      ? []
      : netDebts('multilateral', cancelled.map(named)).transfers.map(
          ({ from, to, amountMinor }: Transfer) => ({
            fromId: Number(from),
            toId: Number(to),
            amountMinor,
          })
        )
  const totalMinor = cancelled.reduce((sum, debt) => sum + amountOf(debt), 0)
  return { cancelled, transfers, totalMinor }
}

const amountOf = ({ principalMinor, interestMinor }: OpenDebt) => principalMinor + interestMinor
const isOwed = (debt: OpenDebt) => amountOf(debt) > 0

/** Companies are told apart by their keys, padded so that the smaller one comes first. */
const nameOf = (id: number) => String(id).padStart(12, '0')
const named = (debt: OpenDebt) => ({
  from: nameOf(debt.debtorId),
  to: nameOf(debt.creditorId),
  principalMinor: debt.principalMinor,
  interestMinor: debt.interestMinor,
})

function netPairs(debts: readonly OpenDebt[]): Cancelled[] {
  const pairs = Map.groupBy(debts.filter(isOwed), ({ debtorId, creditorId }) =>
    [debtorId, creditorId].toSorted((a, b) => a - b).join()
  )
  return [...pairs.values()].flatMap((pair) => {
    const [first] = pair
    const one = pair.filter(({ debtorId }) => debtorId === first?.debtorId)
    const other = pair.filter(({ debtorId }) => debtorId !== first?.debtorId)
    const sum = (some: readonly OpenDebt[]) => some.reduce((total, debt) => total + amountOf(debt), 0)
    const both = Math.min(sum(one), sum(other))
    return [...cancelUpTo(one, both), ...cancelUpTo(other, both)]
  })
}

function cancelUpTo(debts: readonly OpenDebt[], amountMinor: number): Cancelled[] {
  let left = amountMinor
  return debts.flatMap((debt) => {
    const interestMinor = Math.min(left, debt.interestMinor)
    const principalMinor = Math.min(left - interestMinor, debt.principalMinor)
    left -= interestMinor + principalMinor
    return interestMinor + principalMinor > 0 ? [{ ...debt, principalMinor, interestMinor }] : []
  })
}
