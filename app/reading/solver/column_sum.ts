import { type AmountEvidence, strengthOfAny } from '#app/reading/solver/amount_evidence'

const runsKnown = new WeakMap<AmountEvidence, AmountEvidence[]>()

/** Whether the amounts right above it in its column add up to it. */
export function isColumnSum(total: AmountEvidence, amounts: AmountEvidence[]): boolean {
  return summandsOf(total, amounts).length > 0
}

const partsKnown = new WeakMap<AmountEvidence[], Set<AmountEvidence>>()
const owed = ['previous', 'pending', 'advance', 'withholding', 'discount'] as const

/**
 * Whether an amount is one of those that add up to a later one: "Net value 9 305.00, Freight 320.00, Customs value
 * 9 625.00". What is owed or was paid besides makes no sum of the invoice.
 */
export function isSummand(amount: AmountEvidence, amounts: AmountEvidence[]): boolean {
  const known = partsKnown.get(amounts) ?? new Set(amounts.flatMap((total) => partsOf(total, amounts)))
  partsKnown.set(amounts, known)
  return known.has(amount)
}

function partsOf(total: AmountEvidence, amounts: AmountEvidence[]): AmountEvidence[] {
  const parts = summandsOf(total, amounts)
  const isPlain = [total, ...parts].every(
    (one) => Math.sign(one.value) === Math.sign(total.value) && strengthOfAny(one, owed) < 0.3
  )
  return isPlain ? parts : []
}

/** The run of amounts above that adds up, none when there is no such. Asked for again with every combination of rows. */
function summandsOf(total: AmountEvidence, amounts: AmountEvidence[]): AmountEvidence[] {
  const known = runsKnown.get(total) ?? runOver(total, amounts)
  runsKnown.set(total, known)
  return known
}

function runOver(total: AmountEvidence, amounts: AmountEvidence[]): AmountEvidence[] {
  const slack = (total.y1 - total.y0) * 0.8
  const above = amounts
    .filter(
      (amount) =>
        amount.page === total.page &&
        amount.line < total.line &&
        (Math.abs(amount.x1 - total.x1) < slack || Math.abs(amount.x0 - total.x0) < slack)
    )
    .toSorted((a, b) => b.line - a.line)
  let sum = 0
  const end = above.findIndex((amount, index) => {
    sum += amount.value
    return index > 0 && sum === total.value
  })
  return above.slice(0, end + 1)
}
