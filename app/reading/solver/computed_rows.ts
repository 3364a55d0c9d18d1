import { strengthOf } from '#app/reading/solver/amount_evidence'
import { rateOf } from '#app/reading/solver/rates'
import type { SolverInput } from '#app/reading/solver/solution'
import { keepBest, type TaxRow, typeOf } from '#app/reading/solver/tax_rows'

const rowsMax = 8
const penalty = 0.7

/**
 * Rows of which one amount is missing or misread: two printed amounts and the rate give the third. They rank below
 * rows that are printed whole.
 */
export function computedRows(input: SolverInput): TaxRow[] {
  const rows = new Map<string, TaxRow>()
  const rates = [
    ...new Set(input.rates.filter((rate) => rate.isMarked && rate.rate > 0).map((rate) => rate.rate)),
  ]
  for (const total of input.amounts) {
    const totalStrength = strengthOf(total, 'total')
    if (totalStrength < 0.35 || total.value === 0) continue
    for (const rate of rates) {
      const type = typeOf(null, rate, input.vocabulary)
      if (!type || type === 'RE') continue
      for (const base of input.amounts) keepBest(rows, fromBase(base, total, rate, type, totalStrength))
      for (const tax of input.amounts) keepBest(rows, fromTax(tax, total, rate, type, totalStrength))
      keepBest(rows, fromTotal(total, rate, type, totalStrength, input))
    }
  }
  return [...rows.values()].toSorted((a, b) => b.score - a.score).slice(0, rowsMax)
}

type Amount = SolverInput['amounts'][number]

/** Base and total are printed and the rate joins them: the tax is their difference. */
function fromBase(
  base: Amount,
  total: Amount,
  rate: number,
  type: TaxRow['type'],
  totalStrength: number
): TaxRow | null {
  const tax = total.value - base.value
  const strength = strengthOf(base, 'base')
  if (
    strength < 0.3 ||
    tax === 0 ||
    Math.sign(tax) !== Math.sign(base.value) ||
    Math.abs(rateOf(base.value, rate) - tax) > 1
  )
    return null
  return {
    type,
    rate,
    base: base.value,
    amount: tax,
    baseFrom: base,
    amountFrom: null,
    score: totalStrength + strength - penalty,
  }
}

/** Tax and total are printed: the base is their difference. */
function fromTax(
  tax: Amount,
  total: Amount,
  rate: number,
  type: TaxRow['type'],
  totalStrength: number
): TaxRow | null {
  const base = total.value - tax.value
  const strength = Math.max(strengthOf(tax, 'tax'), strengthOf(tax, 'igic'))
  if (
    strength < 0.3 ||
    tax.value === 0 ||
    Math.sign(tax.value) !== Math.sign(base) ||
    Math.abs(rateOf(base, rate) - tax.value) > 1
  )
    return null
  return {
    type,
    rate,
    base,
    amount: tax.value,
    baseFrom: null,
    amountFrom: tax,
    score: totalStrength + strength - penalty,
  }
}

/** "IVA incluido": only the total and the rate are printed. Only for documents that print neither base nor tax. */
function fromTotal(
  total: Amount,
  rate: number,
  type: TaxRow['type'],
  totalStrength: number,
  input: SolverInput
): TaxRow | null {
  if (input.amounts.some((amount) => strengthOf(amount, 'base') > 0.5 || strengthOf(amount, 'tax') > 0.6))
    return null
  const base = Math.round((total.value * 100_000) / (100_000 + Math.round(rate * 1000)))
  return {
    type,
    rate,
    base,
    amount: total.value - base,
    baseFrom: null,
    amountFrom: null,
    score: totalStrength - penalty,
  }
}
