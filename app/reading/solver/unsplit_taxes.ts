import type { LabelKind } from '#app/reading/labels/label_kinds'
import { type AmountEvidence, strengthOfAny } from '#app/reading/solver/amount_evidence'
import { scoreSolution } from '#app/reading/solver/rank_solutions'
import { rateOfTax } from '#app/reading/solver/rate_of_tax'
import { rateOf } from '#app/reading/solver/rates'
import type { Solution, SolverInput } from '#app/reading/solver/solution'
import { outlayOptions } from '#app/reading/solver/sum_parts'
import { type TaxRow, typeOf } from '#app/reading/solver/tax_rows'

/** Base, tax and total are printed and add up, but no rate joins them: several rates summed up in one figure. */
export function unsplitTaxes(input: SolverInput): Solution[] {
  const labelled = (kinds: LabelKind[]) =>
    input.amounts.filter((amount) => amount.value !== 0 && strengthOfAny(amount, kinds) > 0.35)
  const totals = labelled(['total', 'pending'])
  const taxes = labelled(['tax', 'igic', 'ipsi', 'surcharge']).filter(
    (amount) =>
      strengthOfAny(amount, ['tax', 'igic', 'ipsi', 'surcharge']) > 0.5 && rateOfTax(amount, input) !== null
  )
  const outlays = outlayOptions(input)
  const several = labelled(['base']).flatMap((baseFrom) =>
    totals.flatMap((totalFrom) => {
      const own = taxes.filter((tax) => tax.id !== baseFrom.id && tax.id !== totalFrom.id)
      const taxTotal = own.reduce((sum, tax) => sum + tax.value, 0)
      const rates = new Set(own.map((tax) => rateOfTax(tax, input)))
      const rest = totalFrom.value - baseFrom.value - taxTotal
      const outlay = outlays.find((one) => one.amount === rest)
      if (own.length < 2 || rates.size < own.length || !outlay) return []
      const sums = { base: baseFrom.value, baseFrom, rows: [], taxTotal, withholding: null, outlays: rest }
      const score = 1.2 + outlay.bonus
      return [scoreSolution({ ...sums, total: totalFrom.value, totalFrom, score, addsUp: true }, input)]
    })
  )
  const single = labelled(['tax', 'igic', 'ipsi']).flatMap((tax) =>
    unique(labelled(['base']), neighbours(tax, input.amounts, -1)).flatMap((baseFrom) =>
      unique(totals, neighbours(tax, input.amounts, 1)).flatMap((totalFrom) => {
        const isSum =
          baseFrom.value + tax.value === totalFrom.value &&
          Math.sign(tax.value) === Math.sign(baseFrom.value) &&
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

/**
 * "Netto 1.200,50 … Endsumme 1.428,60": base and total are named, the tax between them is printed nowhere, and one usual
 * rate alone joins them to the cent.
 */
export function unprintedTaxes(input: SolverInput): Solution[] {
  const named = (kind: LabelKind) =>
    input.amounts.filter((amount) => strengthOfAny(amount, [kind]) > 0.5 && Math.abs(amount.value) > taxMin)
  return named('base').flatMap((baseFrom) =>
    named('total').flatMap((totalFrom) => {
      const [base, total] = [baseFrom.value, totalFrom.value]
      const amount = total - base
      const fitting = usualRates.filter((rate) => rateOf(base, rate) === amount)
      const type = fitting.length === 1 ? typeOf(null, fitting[0] ?? 0, input.vocabulary) : null
      if (!type || Math.abs(amount) < taxMin || baseFrom.line > totalFrom.line) return []
      if (input.amounts.some((one) => Math.abs(one.value) === Math.abs(amount))) return []
      const row = { type, rate: fitting[0] ?? 0, base, amount, baseFrom, amountFrom: null, score: 1 }
      const sums = { base, baseFrom, rows: [row], taxTotal: amount, withholding: null, outlays: 0 }
      return [scoreSolution({ ...sums, total, totalFrom, score: 0.2, addsUp: true }, input)]
    })
  )
}

function unique(named: AmountEvidence[], beside: AmountEvidence[]): AmountEvidence[] {
  return [...new Set([...named, ...beside])]
}

/** The next amounts right over (-1) or under (1) one in its column: what is taxed and what it comes to need no label there. */
function neighbours(tax: AmountEvidence, amounts: AmountEvidence[], way: -1 | 1): AmountEvidence[] {
  const height = tax.y1 - tax.y0
  return amounts
    .filter(
      (one) =>
        one.page === tax.page &&
        Math.sign(one.y0 - tax.y0) === way &&
        Math.abs(one.y0 - tax.y0) < neighbourHeights * height &&
        (Math.abs(one.x1 - tax.x1) < height * 0.8 || Math.abs(one.x0 - tax.x0) < height * 0.8)
    )
    .toSorted((a, b) => way * (a.y0 - b.y0))
    .slice(0, 2)
}

/** Rates of Spain and, of other countries, the standard ones. */
const usualRates = [21, 10, 4, 7, 3, 19, 20, 22, 23]
const taxMin = 500
const neighbourHeights = 5

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
