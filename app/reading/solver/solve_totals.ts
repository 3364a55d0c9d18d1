import { strengthOf } from '#app/reading/solver/amount_evidence'
import { computedRows } from '#app/reading/solver/computed_rows'
import { labelledSums } from '#app/reading/solver/labelled_sums'
import { distinctBest, scoreSolution } from '#app/reading/solver/rank_solutions'
import { repairedRows } from '#app/reading/solver/repaired_rows'
import { rowSets } from '#app/reading/solver/row_sets'
import type { Solution, SolverInput, WithheldAmount } from '#app/reading/solver/solution'
import {
  outlayOptions,
  taxedBases,
  totalsAt,
  untaxedBases,
  withholdings,
} from '#app/reading/solver/sum_parts'
import { findTaxRows, type TaxRow } from '#app/reading/solver/tax_rows'
import { unprintedTaxes, unsplitTaxes } from '#app/reading/solver/unsplit_taxes'

const rowsMax = 24

/** Finds the combinations of printed amounts that add up, the likeliest first. Labels only rank; the sums decide. */
export function solveTotals(input: SolverInput): Solution[] {
  const rows = [
    ...findTaxRows(input.amounts, input.rates, input.vocabulary),
    ...repairedRows(input),
    ...computedRows(input),
  ].slice(0, rowsMax)
  const solutions: Solution[] = []
  for (const chosen of rowSets(rows)) solutions.push(...closeSums(chosen, input))
  const unprinted = unprintedTaxes(input)
  const isTaxed =
    unprinted.length > 0 || (input.zeroTax !== 'stated' && solutions.some((one) => isProven(one, input)))
  const untaxed = closeSums([], isTaxed ? { ...input, zeroTax: 'printed' } : input)
  const best = distinctBest([...solutions, ...untaxed, ...unsplitTaxes(input), ...unprinted])
  return best.some((one) => one.addsUp) ? best : asLabelled(best, input)
}

const surelyNamed = 0.8

/** Where nothing adds up, an amount that its label names plainly is the base rather than one that no label does. */
function asLabelled(best: Solution[], input: SolverInput): Solution[] {
  const [first] = best
  if (!first) return lastResort(input)
  const [named] = labelledSums(input)
  if (!named?.baseFrom || !named.totalFrom || input.isRecognised) return best
  const isPlain =
    strengthOf(named.baseFrom, 'base') > surelyNamed && strengthOf(named.totalFrom, 'total') > surelyNamed
  const isOther = !first.baseFrom || strengthOf(first.baseFrom, 'base') < 0.5
  const taxTotal = named.total - named.base
  return isPlain && isOther && taxTotal >= 0 ? [{ ...named, rows: [], taxTotal }, ...best] : best
}

/** Where no sum holds and no label speaks, the largest amount is the likeliest total, and never a sure one. */
function lastResort({ amounts }: SolverInput): Solution[] {
  const exact = amounts.filter((amount) => amount.decimals === 2 || amount.hasCurrency)
  const [largest] = exact.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  if (!largest) return []
  const sums = { base: largest.value, baseFrom: null, rows: [], taxTotal: 0, withholding: null, outlays: 0 }
  return [{ ...sums, total: largest.value, totalFrom: largest, score: 0, addsUp: false }]
}

/**
 * Base, tax and total are printed in this order and a rate beside joins them: that is a tax, whatever its label ("Impuesto
 * sobre el valor añadido, 21 por ciento").
 */
function isProven({ rows, totalFrom, base, taxTotal, total }: Solution, { rates }: SolverInput): boolean {
  return (
    totalFrom !== null &&
    base + taxTotal === total &&
    rows.length > 0 &&
    rows.every(({ amountFrom: tax, baseFrom, rate }) => {
      if (!tax || !baseFrom || baseFrom.line > tax.line || tax.line > totalFrom.line) return false
      return rates.some((one) => one.isMarked && one.rate === rate && one.line === tax.line)
    })
  )
}

function closeSums(rows: TaxRow[], input: SolverInput): Solution[] {
  const taxed = rows.filter((row) => row.type !== 'RE').reduce((sum, row) => sum + row.base, 0)
  const taxTotal = rows.reduce((sum, row) => sum + row.amount, 0)
  const bases = rows.length === 0 ? untaxedBases(input) : taxedBases(taxed, rows, input)
  return bases.flatMap(({ base, baseFrom, bonus }) =>
    withholdings(base, taxed, input)
      .filter((one) => isApartFromTaxes(one, rows))
      .flatMap((withholding) =>
        outlayOptions(input).flatMap((outlays) => {
          const total = base + taxTotal - (withholding?.amount ?? 0) + outlays.amount
          return totalsAt(total, input).map(({ from, value, holds, deviation }) =>
            scoreSolution(
              {
                base,
                baseFrom,
                rows,
                taxTotal,
                withholding,
                outlays: outlays.amount,
                total: value,
                totalFrom: from,
                score: bonus + outlays.bonus - deviation * 0.5,
                addsUp: holds && !(rows.length === 0 && input.zeroTax === 'printed'),
              },
              input
            )
          )
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
