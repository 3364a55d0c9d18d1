import type { ReadTaxType } from '#app/reading/reading_types'
import { type AmountEvidence, strengthOf, strengthOfAny } from '#app/reading/solver/amount_evidence'
import { basesOfLines } from '#app/reading/solver/bases_of_lines'
import { rateOf, surchargeOfVat } from '#app/reading/solver/rates'
import { rowSets } from '#app/reading/solver/row_sets'
import type { Solution, SolverInput } from '#app/reading/solver/solution'
import { keepBest, type TaxRow, vatType } from '#app/reading/solver/tax_rows'

/** Rates in force, tried even when the printed one was misread. */
const ratesInForce: Record<ReadTaxType, number[]> = {
  IVA: [21, 10, 4],
  IGIC: [7, 3, 9.5, 15],
  IPSI: [4, 8, 10, 0.5, 1, 2, 3],
  RE: [],
}
const rowsMax = 18

/**
 * Parts the tax of a solution that holds as a sum but whose rows could not be read one by one: bases printed or left
 * over, and their taxes, must add up to both sums to the cent. Gives the solution with its rows, or as it was.
 */
export function splitTaxes(solution: Solution, input: SolverInput): Solution {
  if (!solution.addsUp || solution.rows.length > 0 || solution.taxTotal === 0) return solution
  const sets = rowSets(candidateRows(solution, input))
  const fitting = [...sets, ...closedSets(sets, solution, input)].filter((set) => {
    const bases = set.filter((row) => row.type !== 'RE').reduce((sum, row) => sum + row.base, 0)
    const taxes = set.reduce((sum, row) => sum + row.amount, 0)
    return bases === solution.base && taxes === solution.taxTotal && isWitnessed(set)
  })
  const best = fitting.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0]
  const rowsOfLines = best ? null : rowsByLines(solution, input)
  return best || rowsOfLines ? { ...solution, rows: best ?? rowsOfLines ?? [] } : solution
}

/** A figure of the last row may be misread twice: what two other rows or more leave of both sums makes it. */
function closedSets(sets: TaxRow[][], solution: Solution, input: SolverInput): TaxRow[][] {
  if (!input.isRecognised || input.vocabulary.mentions.has('RE')) return []
  const type = vatType(input.vocabulary)
  return sets.flatMap((set) => {
    if (set.length < 2 || set.some((row) => row.baseFrom === null)) return []
    const base = solution.base - set.reduce((sum, row) => sum + row.base, 0)
    const amount = solution.taxTotal - set.reduce((sum, row) => sum + row.amount, 0)
    const rate = ratesInForce[type].find((one) => amount !== 0 && rateOf(base, one) === amount)
    const isNew = rate !== undefined && set.every((row) => row.rate !== rate)
    return isNew ? [[...set, { type, rate, base, amount, baseFrom: null, amountFrom: null, score: 0.2 }]] : []
  })
}

/** The rows of a foot without bases, worked out from the lines of goods. */
function rowsByLines(solution: Solution, input: SolverInput): TaxRow[] | null {
  const type = vatType(input.vocabulary)
  if (input.vocabulary.mentions.has('RE')) return null
  return (
    basesOfLines(solution, input)?.map(({ rate, tax, base }) => ({
      type,
      rate,
      base,
      amount: tax.value,
      baseFrom: null,
      amountFrom: tax,
      score: 0.5 + taxStrength(tax),
    })) ?? null
  )
}

/** Figures that are only worked out must not be the whole proof. */
function isWitnessed(set: TaxRow[]): boolean {
  return (
    (set.some((row) => row.baseFrom !== null) &&
      (set.some((row) => row.amountFrom !== null) || set.length === 2)) ||
    set.every((row) => row.amountFrom !== null && taxStrength(row.amountFrom) > 0.5)
  )
}

function scoreOf(set: TaxRow[]): number {
  return set.reduce((sum, row) => sum + row.score, 0) / set.length
}

function candidateRows(solution: Solution, input: SolverInput): TaxRow[] {
  const rows = new Map<string, TaxRow>()
  const type = vatType(input.vocabulary)
  const printed = [
    ...new Set(input.rates.filter((rate) => rate.isMarked && rate.rate > 0).map((rate) => rate.rate)),
  ]
  for (const { value, from } of baseValues(solution, input)) {
    for (const rate of new Set([...printed, ...ratesInForce[type]])) {
      keepBest(rows, rowFor(value, from, rate, type, printed, input))
      if (!input.vocabulary.mentions.has('RE')) continue
      for (const surcharge of surchargeOfVat[String(rate)] ?? [])
        keepBest(rows, rowFor(value, from, surcharge, 'RE', [], input))
    }
  }
  return [...rows.values()].toSorted((a, b) => b.score - a.score).slice(0, rowsMax)
}

/** Every printed amount below the base, and what it leaves of the base. */
function baseValues(
  solution: Solution,
  input: SolverInput
): { value: number; from: AmountEvidence | null }[] {
  const parts = input.amounts.filter(
    (amount) =>
      Math.sign(amount.value) === Math.sign(solution.base) && Math.abs(amount.value) < Math.abs(solution.base)
  )
  const printed = parts.map((amount) => ({ value: amount.value, from: amount }))
  const left = parts
    .filter((amount) => strengthOfAny(amount, ['base', 'gross', 'lineAmount']) > 0.2)
    .map((amount) => ({ value: solution.base - amount.value, from: null }))
  return [...printed, ...left, ...basesOfRows(input)]
}

/** What the rows of goods of each rate add up to ("Toallas  8 %  52,54"), where the foot prints no bases. */
function basesOfRows(input: SolverInput): { value: number; from: AmountEvidence | null }[] {
  const byRate = new Map<number, number>()
  for (const amount of input.amounts) {
    if (amount.decimals !== 2 || strengthOfAny(amount, ['tax', 'igic', 'ipsi', 'total', 'base']) > 0.5)
      continue
    const onLine = input.rates.filter((rate) => rate.line === amount.line && rate.isMarked)
    const last = input.amounts.filter((one) => one.line === amount.line).toSorted((a, b) => b.x1 - a.x1)[0]
    const [only] = onLine
    if (onLine.length !== 1 || !only || last !== amount) continue
    byRate.set(only.rate, (byRate.get(only.rate) ?? 0) + amount.value)
  }
  return [...byRate.values()].map((value) => ({ value, from: null }))
}

function rowFor(
  base: number,
  baseFrom: AmountEvidence | null,
  rate: number,
  type: ReadTaxType,
  printed: number[],
  input: SolverInput
): TaxRow | null {
  const tax = rateOf(base, rate)
  if (tax === 0) return null
  const from =
    input.amounts
      .filter((amount) => Math.abs(amount.value - tax) <= 1)
      .toSorted((a, b) => taxStrength(b) - taxStrength(a))[0] ?? null
  // An unprinted tax is believed only at a rate that the document prints.
  if (!from && !printed.includes(rate)) return null
  const score =
    (from ? 0.5 + taxStrength(from) : 0) +
    (baseFrom ? 0.3 + strengthOf(baseFrom, 'base') : 0) +
    (printed.includes(rate) ? 0.4 : 0)
  return { type, rate, base, amount: from ? from.value : tax, baseFrom, amountFrom: from, score }
}

function taxStrength(amount: AmountEvidence): number {
  return strengthOfAny(amount, ['tax', 'igic', 'ipsi', 'surcharge'])
}
