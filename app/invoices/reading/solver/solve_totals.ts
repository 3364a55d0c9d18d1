import type { RateCandidate } from '#app/invoices/reading/candidates/find_amounts'
import type { LabelKind } from '#app/invoices/reading/labels/label_kinds'
import { type AmountEvidence, strengthOf, strengthOfAny } from '#app/invoices/reading/solver/amount_evidence'
import { computedRows } from '#app/invoices/reading/solver/computed_rows'
import { isWithholdingRate, rateOf, surchargeOfVat } from '#app/invoices/reading/solver/rates'
import { findTaxRows, type TaxRow, type TaxVocabulary } from '#app/invoices/reading/solver/tax_rows'

export type WithheldAmount = { rate: number; base: number; amount: number; from: AmountEvidence | null }

/** One way to read the foot of the invoice: base + taxes - withholding + outlays = total, with where each is printed. */
export type Solution = {
  base: number
  baseFrom: AmountEvidence | null
  rows: TaxRow[]
  taxTotal: number
  withholding: WithheldAmount | null
  outlays: number
  total: number
  totalFrom: AmountEvidence | null
  score: number
  addsUp: boolean
}

export type SolverInput = {
  amounts: AmountEvidence[]
  rates: RateCandidate[]
  vocabulary: TaxVocabulary
  zeroTax: 'stated' | 'unmentioned' | 'no'
  mentionsWithholding: boolean
}

const rowsPerSolutionMax = 7
const solutionsKept = 12
/** Rates of IRPF that count even when the word before them could not be read. */
const usualWithholdings = [15, 19, 7]

/** Finds the combinations of printed amounts that add up, the likeliest first. Labels only rank; the sums decide. */
export function solveTotals(input: SolverInput): Solution[] {
  const rows = [...findTaxRows(input.amounts, input.rates, input.vocabulary), ...computedRows(input)].slice(
    0,
    22
  )
  const solutions: Solution[] = []
  for (const chosen of rowSets(rows)) solutions.push(...closeSums(chosen, input))
  solutions.push(...closeSums([], input), ...unsplitTaxes(input))
  return distinctBest(solutions)
}

/** Sets of rows that can stand in one invoice: one row a rate, a surcharge only beside its tax on the same base. */
function rowSets(rows: TaxRow[]): TaxRow[][] {
  const sets: TaxRow[][] = []
  const extend = (start: number, chosen: TaxRow[]) => {
    if (chosen.length > 0 && surchargesFit(chosen)) sets.push(chosen)
    if (chosen.length >= rowsPerSolutionMax) return
    for (let index = start; index < rows.length; index += 1) {
      const row = rows[index]
      if (row && chosen.every((other) => canStandTogether(other, row))) extend(index + 1, [...chosen, row])
    }
  }
  extend(0, [])
  return sets
}

function canStandTogether(a: TaxRow, b: TaxRow): boolean {
  if (a.type === b.type && a.rate === b.rate) return false
  if (Math.sign(a.base) !== Math.sign(b.base)) return false
  if (a.type !== 'RE' && b.type !== 'RE') {
    if (a.type !== b.type) return false
    if (a.baseFrom && a.baseFrom === b.baseFrom) return false
  }
  return (
    !(a.amountFrom && (a.amountFrom === b.amountFrom || a.amountFrom === b.baseFrom)) &&
    !(b.amountFrom && b.amountFrom === a.baseFrom)
  )
}

function surchargesFit(rows: TaxRow[]): boolean {
  return rows.every(
    (row) =>
      row.type !== 'RE' ||
      rows.some(
        (vat) =>
          vat.type === 'IVA' &&
          vat.base === row.base &&
          (surchargeOfVat[String(vat.rate)] ?? []).includes(row.rate)
      )
  )
}

function closeSums(rows: TaxRow[], input: SolverInput): Solution[] {
  const taxed = rows.filter((row) => row.type !== 'RE').reduce((sum, row) => sum + row.base, 0)
  const taxTotal = rows.reduce((sum, row) => sum + row.amount, 0)
  const bases = rows.length === 0 ? untaxedBases(input) : taxedBases(taxed, rows, input)
  return bases.flatMap(({ base, baseFrom, bonus }) =>
    withholdings(base, input)
      .filter((one) => isApartFromTaxes(one, rows))
      .flatMap((withholding) =>
        outlayOptions(input).flatMap((outlays) => {
          const total = base + taxTotal - (withholding?.amount ?? 0) + outlays.amount
          return totalsAt(total, input).map(({ from, deviation }) =>
            score(
              {
                base,
                baseFrom,
                rows,
                taxTotal,
                withholding,
                outlays: outlays.amount,
                total: from ? from.value : total,
                totalFrom: from,
                score: bonus + outlays.bonus - deviation * 0.5,
                addsUp: from !== null,
              },
              input
            )
          )
        })
      )
  )
}

/** Base, tax and total are printed and add up, but no rate joins them: several rates summed up in one figure. */
function unsplitTaxes(input: SolverInput): Solution[] {
  const labelled = (kinds: LabelKind[]) =>
    input.amounts.filter((amount) => amount.value !== 0 && strengthOfAny(amount, kinds) > 0.35)
  const totals = labelled(['total', 'pending'])
  return labelled(['base']).flatMap((baseFrom) =>
    labelled(['tax', 'igic', 'ipsi']).flatMap((tax) =>
      totals.flatMap((totalFrom) => {
        const isSum =
          baseFrom.value + tax.value === totalFrom.value &&
          Math.abs(tax.value) < 0.3 * Math.abs(baseFrom.value) &&
          tax.id !== baseFrom.id
        const bonus = 0.4 * strengthOfAny(tax, ['tax', 'igic', 'ipsi'])
        const sums = {
          base: baseFrom.value,
          baseFrom,
          rows: [],
          taxTotal: tax.value,
          withholding: null,
          outlays: 0,
          total: totalFrom.value,
          totalFrom,
          score: bonus,
          addsUp: true,
        }
        return isSum ? [score(sums, input)] : []
      })
    )
  )
}

/** A figure is a tax or a withholding, never both; nor does one rate serve as both without being printed twice. */
function isApartFromTaxes(withholding: WithheldAmount | null, rows: TaxRow[]): boolean {
  if (!withholding) return true
  return (
    rows.every((row) => row.amountFrom === null || row.amountFrom !== withholding.from) &&
    !(withholding.from === null && rows.some((row) => row.rate === withholding.rate))
  )
}

type BaseOption = { base: number; baseFrom: AmountEvidence | null; bonus: number }

/** The taxed base alone, or with an exempt part printed beside it. */
function taxedBases(taxed: number, rows: TaxRow[], input: SolverInput): BaseOption[] {
  const options: BaseOption[] = [{ base: taxed, baseFrom: printedBase(taxed, rows, input), bonus: 0 }]
  for (const amount of input.amounts) {
    const exempt = Math.max(strengthOf(amount, 'exempt'), zeroRateBeside(amount, input.rates))
    if (
      exempt < 0.35 ||
      amount.value === 0 ||
      Math.sign(amount.value) !== Math.sign(taxed) ||
      strengthOf(amount, 'outlay') > exempt
    )
      continue
    const base = taxed + amount.value
    options.push({ base, baseFrom: printedBase(base, rows, input), bonus: exempt * 0.8 - 0.2 })
  }
  return options
}

function zeroRateBeside(amount: AmountEvidence, rates: RateCandidate[]): number {
  const isBase = strengthOfAny(amount, ['base', 'tax', 'igic']) > 0.3
  return isBase && rates.some((rate) => rate.rate === 0 && rate.line === amount.line) ? 0.6 : 0
}

function printedBase(base: number, rows: TaxRow[], input: SolverInput): AmountEvidence | null {
  const same = input.amounts.filter((amount) => amount.value === base)
  const best = same.toSorted((a, b) => strengthOfAny(b, ['base']) - strengthOfAny(a, ['base']))[0]
  return best ?? rows.find((row) => row.base === base)?.baseFrom ?? null
}

/** Without taxes the base is what is labelled so, or the total itself. */
function untaxedBases(input: SolverInput): BaseOption[] {
  return input.amounts
    .filter(
      (amount) => strengthOfAny(amount, ['base', 'total', 'pending', 'exempt']) > 0.2 && amount.value !== 0
    )
    .map((amount) => ({
      base: amount.value,
      baseFrom: amount,
      bonus: { stated: 0.9, unmentioned: 0.3, no: -0.4 }[input.zeroTax] + 0.5 * strengthOf(amount, 'base'),
    }))
}

function withholdings(base: number, input: SolverInput): (WithheldAmount | null)[] {
  const options: (WithheldAmount | null)[] = [null]
  for (const amount of input.amounts) {
    const strength = strengthOf(amount, 'withholding')
    if (amount.value === 0 || strengthOfAny(amount, ['tax', 'igic', 'surcharge']) > strength + 0.2) continue
    const near = input.rates.filter(
      (rate) =>
        rate.rate > 0 &&
        (strength >= 0.3
          ? isWithholdingRate(rate.rate)
          : rate.isMarked && usualWithholdings.includes(rate.rate))
    )
    const rate = near.find(
      (one) => Math.abs(Math.abs(rateOf(base, one.rate)) - Math.abs(amount.value)) <= 1
    )?.rate
    if (rate) options.push({ rate, base, amount: Math.sign(base) * Math.abs(amount.value), from: amount })
  }
  if (!input.mentionsWithholding) return options
  for (const rate of new Set(
    input.rates.filter((one) => isWithholdingRate(one.rate) && one.isMarked).map((one) => one.rate)
  )) {
    const computed = rateOf(base, rate)
    if (computed !== 0 && !options.some((option) => option?.rate === rate))
      options.push({ rate, base, amount: computed, from: null })
  }
  return options
}

function outlayOptions(input: SolverInput): { amount: number; bonus: number }[] {
  const options = input.amounts
    .filter((amount) => strengthOf(amount, 'outlay') > 0.4 && amount.value > 0)
    .map((amount) => ({ amount: amount.value, bonus: 0.6 * strengthOf(amount, 'outlay') }))
  return [{ amount: 0, bonus: 0 }, ...options]
}

/** Where the total is printed, exactly or one cent away; unprinted only as the last resort. */
function totalsAt(total: number, input: SolverInput): { from: AmountEvidence | null; deviation: number }[] {
  const near = input.amounts.filter((amount) => amount.value !== 0 && Math.abs(amount.value - total) <= 1)
  if (near.length === 0) return [{ from: null, deviation: 0 }]
  return near.map((amount) => ({ from: amount, deviation: Math.abs(amount.value - total) }))
}

function score(solution: Solution, input: SolverInput): Solution {
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
  if (totalFrom) {
    const named = strengthOf(totalFrom, 'total')
    points += 1.6 * Math.max(named, 0.6 * strengthOf(totalFrom, 'pending')) + 0.4
    if (strengthOf(totalFrom, 'previous') > named || strengthOf(totalFrom, 'advance') > named) points -= 0.8
    if (strengthOf(totalFrom, 'withholding') > named || strengthOf(totalFrom, 'discount') > named) points -= 1
    if (isColumnSum(totalFrom, input.amounts)) points += 0.7
    const isBesideTaxes = rows.some((row) => row.amountFrom?.line === totalFrom.line)
    if (strengthOfAny(totalFrom, ['lineAmount', 'price']) > named) points += isBesideTaxes ? 0.5 : -0.3
  } else points -= 2
  points += baseFrom ? 0.25 + 0.7 * strengthOf(baseFrom, 'base') : -0.35
  if (rows.length > 1 && input.amounts.some((amount) => amount.value === solution.taxTotal)) points += 0.35
  if (withholding)
    points += withholding.from ? 0.15 + 1.3 * strengthOf(withholding.from, 'withholding') : -0.1
  else if (input.mentionsWithholding) points -= 0.6
  return { ...solution, score: points }
}

/** Whether the amounts right above it in its column add up to it. */
function isColumnSum(total: AmountEvidence, amounts: AmountEvidence[]): boolean {
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

function distinctBest(solutions: Solution[]): Solution[] {
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
  const largest = Math.max(
    1,
    ...[...best.values()].filter((one) => one.addsUp && one.rows.length > 0).map((one) => Math.abs(one.total))
  )
  const size = (solution: Solution) =>
    solution.addsUp ? 0.5 * Math.min(1, Math.abs(solution.total) / largest) : 0
  return [...best.values()]
    .map((one) => ({ ...one, score: one.score + size(one) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, solutionsKept)
}
