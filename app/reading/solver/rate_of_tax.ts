import { overlapOf } from '#app/reading/layout/page_geometry'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'
import type { SolverInput } from '#app/reading/solver/solution'

const headingReachHeights = 3

/**
 * The rate that the print puts to a tax: the nearest one before it on its line with no other amount in between ("IVA
 * 21 %: 84,00 · IVA 10 %: 12,30"), after it where labels stand behind their amounts, else the one right over it in its
 * column. Null when none stands there.
 */
export function rateOfTax(tax: AmountEvidence, { rates, amounts }: SolverInput): number | null {
  const marked = rates.filter((rate) => rate.isMarked && rate.page === tax.page)
  const before = marked
    .filter((rate) => rate.line === tax.line && rate.x1 <= tax.x0 + 1)
    .toSorted((a, b) => b.x1 - a.x1)[0]
  const isOther = (x0: number, x1: number) =>
    amounts.some((one) => one.id !== tax.id && one.line === tax.line && one.x0 >= x0 && one.x1 <= x1)
  if (before && !isOther(before.x1 - 1, tax.x0 + 1)) return before.rate
  const after = marked
    .filter((rate) => rate.line === tax.line && rate.x0 >= tax.x1 - 1)
    .toSorted((a, b) => a.x0 - b.x0)[0]
  if (!before && after && !isOther(tax.x1 - 1, after.x0 + 1)) return after.rate
  const height = tax.y1 - tax.y0
  const over = marked
    .filter(
      (rate) =>
        rate.y1 <= tax.y0 + height * 0.3 &&
        tax.y0 - rate.y1 < headingReachHeights * height &&
        overlapOf([rate.x0 - height, rate.x1 + height], [tax.x0, tax.x1]) > 0
    )
    .toSorted((a, b) => b.y1 - a.y1)[0]
  if (over) return over.rate
  // "s/ 1.240,00" may stand between rate and tax.
  return before?.rate ?? marked.find((rate) => rate.line === tax.line)?.rate ?? null
}
