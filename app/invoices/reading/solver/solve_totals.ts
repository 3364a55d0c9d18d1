import type { LabelKind } from '#app/invoices/reading/labels/label_kinds'
import { type AmountEvidence, strengthOfAny } from '#app/invoices/reading/solver/amount_evidence'
import { computedRows } from '#app/invoices/reading/solver/computed_rows'
import { distinctBest, scoreSolution } from '#app/invoices/reading/solver/rank_solutions'
import { rateOfTax } from '#app/invoices/reading/solver/rate_of_tax'
import { rateOf } from '#app/invoices/reading/solver/rates'
import { repairedRows } from '#app/invoices/reading/solver/repaired_rows'
import { rowSets } from '#app/invoices/reading/solver/row_sets'
import type { Solution, SolverInput, WithheldAmount } from '#app/invoices/reading/solver/solution'
import {
  outlayOptions,
  taxedBases,
  totalsAt,
  untaxedBases,
  withholdings,
} from '#app/invoices/reading/solver/sum_parts'
import { findTaxRows, type TaxRow, typeOf } from '#app/invoices/reading/solver/tax_rows'

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
  solutions.push(...closeSums([], input), ...unsplitTaxes(input))
  return distinctBest(solutions)
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

/** Base, tax and total are printed and add up, but no rate joins them: several rates summed up in one figure. */
function unsplitTaxes(input: SolverInput): Solution[] {
  const labelled = (kinds: LabelKind[]) =>
    input.amounts.filter((amount) => amount.value !== 0 && strengthOfAny(amount, kinds) > 0.35)
  const totals = labelled(['total', 'pending'])
  const taxes = labelled(['tax', 'igic', 'ipsi', 'surcharge']).filter(
    (amount) =>
      strengthOfAny(amount, ['tax', 'igic', 'ipsi', 'surcharge']) > 0.5 && rateOfTax(amount, input) !== null
  )
  const several = labelled(['base']).flatMap((baseFrom) =>
    totals.flatMap((totalFrom) => {
      const own = taxes.filter((tax) => tax.id !== baseFrom.id && tax.id !== totalFrom.id)
      const taxTotal = own.reduce((sum, tax) => sum + tax.value, 0)
      const rates = new Set(own.map((tax) => rateOfTax(tax, input)))
      if (own.length < 2 || rates.size < own.length || baseFrom.value + taxTotal !== totalFrom.value)
        return []
      const sums = { base: baseFrom.value, baseFrom, rows: [], taxTotal, withholding: null, outlays: 0 }
      return [scoreSolution({ ...sums, total: totalFrom.value, totalFrom, score: 1.2, addsUp: true }, input)]
    })
  )
  const single = labelled(['base']).flatMap((baseFrom) =>
    labelled(['tax', 'igic', 'ipsi']).flatMap((tax) =>
      totals.flatMap((totalFrom) => {
        const isSum =
          baseFrom.value + tax.value === totalFrom.value &&
          Math.abs(tax.value) < 0.3 * Math.abs(baseFrom.value) &&
          tax.id !== baseFrom.id
        const bonus = 0.4 * strengthOfAny(tax, ['tax', 'igic', 'ipsi'])
        const row = isSum ? rowWithoutRate(baseFrom, tax, input.vocabulary) : null
        const sums = {
          base: baseFrom.value,
          baseFrom,
          rows: row ? [row] : [],
          taxTotal: tax.value,
          withholding: null,
          outlays: 0,
          total: totalFrom.value,
          totalFrom,
          score: bonus,
          addsUp: true,
        }
        return isSum ? [scoreSolution(sums, input)] : []
      })
    )
  )
  return [...single, ...several]
}

/** Rates of Spain and, of other countries, the standard ones. */
const usualRates = [21, 10, 4, 7, 3, 19, 20, 22, 23]
const taxMin = 500

/** The one usual rate that joins a base and a tax to the cent where none is printed or it could not be read. */
function rowWithoutRate(
  baseFrom: AmountEvidence,
  amountFrom: AmountEvidence,
  vocabulary: SolverInput['vocabulary']
): TaxRow | null {
  const [base, amount] = [baseFrom.value, amountFrom.value]
  const fitting = usualRates.filter((rate) => rateOf(base, rate) === amount)
  const [rate] = fitting
  if (rate === undefined || fitting.length > 1 || Math.abs(amount) < taxMin) return null
  const type = typeOf(amountFrom, rate, vocabulary)
  return type ? { type, rate, base, amount, baseFrom, amountFrom, score: 0 } : null
}

/** A figure is a tax or a withholding, never both; nor does one rate serve as both without being printed twice. */
function isApartFromTaxes(withholding: WithheldAmount | null, rows: TaxRow[]): boolean {
  if (!withholding) return true
  return (
    rows.every((row) => row.amountFrom === null || row.amountFrom !== withholding.from) &&
    !(withholding.from === null && rows.some((row) => row.rate === withholding.rate))
  )
}
