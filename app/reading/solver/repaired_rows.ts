import { withOneDigitChanged } from '#app/reading/candidates/misreadings'
import { type AmountEvidence, strengthOf, strengthOfAny } from '#app/reading/solver/amount_evidence'
import { rateOf } from '#app/reading/solver/rates'
import type { SolverInput } from '#app/reading/solver/solution'
import { keepBest, type TaxRow, typeOf } from '#app/reading/solver/tax_rows'

const rowsMax = 6
/** A row of which a digit had to be changed ranks below one that is printed as it holds. */
const penalty = 0.8
const labelMin = 0.3
/** Below this rate many bases have the same tax, and one of them is always a digit away. */
const baseRateMin = 3
const taxKinds = ['tax', 'igic', 'ipsi', 'surcharge'] as const

/**
 * Rows of a recognised foot in which one digit of the base or of the tax was misread: the printed rate and the other
 * amount tell which. Only amounts that labels name, and only when one reading alone is a digit away.
 */
export function repairedRows(input: SolverInput): TaxRow[] {
  if (!input.isRecognised) return []
  const rows = new Map<string, TaxRow>()
  const rates = new Set(input.rates.filter((one) => one.isMarked && one.rate > 0).map((one) => one.rate))
  const taxes = input.amounts.filter(
    (amount) => amount.value !== 0 && strengthOfAny(amount, taxKinds) > labelMin
  )
  const bases = input.amounts.filter((amount) => amount.value !== 0 && strengthOf(amount, 'base') > labelMin)
  for (const tax of taxes)
    for (const base of bases) {
      if (base.id === tax.id || base.page !== tax.page) continue
      for (const rate of rates) {
        const type = typeOf(tax, rate, input.vocabulary)
        if (!type || rateOf(base.value, rate) === tax.value) continue
        keepBest(rows, withOtherTax(base, tax, rate, type))
        if (rate >= baseRateMin) keepBest(rows, withOtherBase(base, tax, rate, type))
      }
    }
  return [...rows.values()].toSorted((a, b) => b.score - a.score).slice(0, rowsMax)
}

function scoreOf(base: AmountEvidence, tax: AmountEvidence): number {
  return strengthOfAny(tax, taxKinds) + 0.8 * strengthOf(base, 'base') - penalty
}

function withOtherTax(
  base: AmountEvidence,
  tax: AmountEvidence,
  rate: number,
  type: TaxRow['type']
): TaxRow | null {
  const amount = rateOf(base.value, rate)
  if (!isDigitAway(tax.value, amount)) return null
  return { type, rate, base: base.value, amount, baseFrom: base, amountFrom: tax, score: scoreOf(base, tax) }
}

/** The base that a changed digit makes fit the tax, when there is just one such base. */
function withOtherBase(
  base: AmountEvidence,
  tax: AmountEvidence,
  rate: number,
  type: TaxRow['type']
): TaxRow | null {
  const fitting = digitsChanged(base.value).filter((value) => rateOf(value, rate) === tax.value)
  const [only] = fitting
  if (only === undefined || fitting.length > 1) return null
  return {
    type,
    rate,
    base: only,
    amount: tax.value,
    baseFrom: base,
    amountFrom: tax,
    score: scoreOf(base, tax),
  }
}

function digitsChanged(value: number): number[] {
  const sign = value < 0 ? -1 : 1
  return [...new Set(withOneDigitChanged(String(Math.abs(value))))].map((text) => sign * Number(text))
}

/** Whether one digit that is often taken for the other parts two amounts. */
export function isDigitAway(printed: number, meant: number): boolean {
  return Math.sign(printed) === Math.sign(meant) && digitsChanged(printed).includes(meant)
}
