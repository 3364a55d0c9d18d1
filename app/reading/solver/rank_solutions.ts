import { strengthOf, strengthOfAny } from '#app/reading/solver/amount_evidence'
import { amountsWorth } from '#app/reading/solver/amounts_by_value'
import { isColumnSum, isSummand } from '#app/reading/solver/column_sum'
import type { Solution, SolverInput } from '#app/reading/solver/solution'

const solutionsKept = 12

export function scoreSolution(solution: Solution, input: SolverInput): Solution {
  const { rows, totalFrom, baseFrom, withholding } = solution
  let points = solution.score
  for (const row of rows) points += Math.min(row.score, 2.4) * 0.5 + 0.15
  const parts = [totalFrom, baseFrom, ...rows.map((row) => row.amountFrom)].filter(
    (amount) => amount !== null
  )
  for (const amount of parts)
    points +=
      (strengthOf(amount, 'current') > 0.3 ? 0.3 : 0) -
      (strengthOf(amount, 'previous') > 0.3 && strengthOf(amount, 'current') < 0.3 ? 0.4 : 0)
  if (totalFrom && holds(solution)) {
    const named = strengthOf(totalFrom, 'total')
    points += 1.6 * Math.max(named, 0.6 * strengthOf(totalFrom, 'pending')) + 0.4
    if (strengthOf(totalFrom, 'previous') > named || strengthOf(totalFrom, 'advance') > named) points -= 0.8
    if (strengthOf(totalFrom, 'withholding') > named || strengthOf(totalFrom, 'discount') > named) points -= 1
    if (isColumnSum(totalFrom, input.amounts)) points += 0.7
    if (rows.length === 0 && !withholding && isSummand(totalFrom, input.amounts)) points -= 1.2
    const isBesideTaxes = rows.some((row) => row.amountFrom?.line === totalFrom.line)
    if (strengthOfAny(totalFrom, ['lineAmount', 'price']) > named) points += isBesideTaxes ? 0.5 : -0.3
  } else points -= 2
  points += baseFrom ? 0.25 + 0.7 * strengthOf(baseFrom, 'base') : -0.35
  if (rows.length > 1 && amountsWorth(solution.taxTotal, input.amounts).length > 0) points += 0.35
  if (rows.length > 0 && rows.every((row) => input.usualRates.includes(row.rate))) points += 0.25
  if (withholding)
    points += withholding.from ? 0.15 + 1.3 * strengthOf(withholding.from, 'withholding') : -0.1
  else if (input.mentionsWithholding) points -= 0.6
  return { ...solution, score: points }
}

/** Whether the parts give the total, which a printed total that differs does not. */
function holds({ base, taxTotal, withholding, outlays, total }: Solution): boolean {
  return Math.abs(base + taxTotal - (withholding?.amount ?? 0) + outlays - total) <= 1
}

export function distinctBest(solutions: Solution[]): Solution[] {
  const best = new Map<string, Solution>()
  for (const solution of solutions) {
    const taxes = solution.rows
      .map((row) => `${row.type}${row.rate}:${row.base}:${row.amount}`)
      .toSorted()
      .join('+')
    const key = `${solution.total}|${solution.base}|${taxes}|${solution.withholding?.amount ?? 0}`
    const known = best.get(key)
    if (!known || known.score < solution.score) best.set(key, solution)
  }
  // Of sums that hold alike the larger is the invoice's and the smaller one of its parts.
  const holding = [...best.values()].filter((one) => one.addsUp)
  const taxed = holding.filter((one) => one.rows.length > 0)
  const largest = Math.max(1, ...(taxed.length > 0 ? taxed : holding).map((one) => Math.abs(one.total)))
  const size = (solution: Solution) =>
    solution.addsUp ? 0.5 * Math.min(1, Math.abs(solution.total) / largest) : 0
  return [...best.values()]
    .map((one) => ({ ...one, score: one.score + size(one) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, solutionsKept)
}
