import type { AmountEvidence } from '#app/invoices/reading/solver/amount_evidence'

const columnSumsKnown = new WeakMap<AmountEvidence, boolean>()

/** Whether the amounts right above it in its column add up to it. Asked for again with every combination of rows. */
export function isColumnSum(total: AmountEvidence, amounts: AmountEvidence[]): boolean {
  const known = columnSumsKnown.get(total) ?? addsUpColumn(total, amounts)
  columnSumsKnown.set(total, known)
  return known
}

function addsUpColumn(total: AmountEvidence, amounts: AmountEvidence[]): boolean {
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
  return above.some((amount, index) => {
    sum += amount.value
    return index > 0 && sum === total.value
  })
}
