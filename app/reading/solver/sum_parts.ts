import type { RateCandidate } from '#app/reading/candidates/find_rates'
import { isWithinEdits } from '#app/reading/pages/text_forms'
import { type AmountEvidence, strengthOf, strengthOfAny } from '#app/reading/solver/amount_evidence'
import { amountsWorth } from '#app/reading/solver/amounts_by_value'
import { isColumnSum } from '#app/reading/solver/column_sum'
import { isWithholdingRate, rateOf } from '#app/reading/solver/rates'
import type { SolverInput, WithheldAmount } from '#app/reading/solver/solution'
import type { TaxRow } from '#app/reading/solver/tax_rows'

/** Rates of IRPF that count even when the word before them could not be read. */
const usualWithholdings = [15, 19, 7]

type BaseOption = { base: number; baseFrom: AmountEvidence | null; bonus: number }

/** The taxed base alone, or with an exempt part printed beside it. */
export function taxedBases(taxed: number, rows: TaxRow[], input: SolverInput): BaseOption[] {
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
  // What is taxed at nought may not be printed apart: the base is more than the taxed part.
  for (const amount of namedBases(input))
    if (Math.sign(amount.value) === Math.sign(taxed) && Math.abs(amount.value) > Math.abs(taxed))
      options.push({ base: amount.value, baseFrom: amount, bonus: -0.5 })
  return options
}

const namedBasesKnown = new WeakMap<SolverInput, AmountEvidence[]>()

/** Asked for again with every combination of rows. */
function namedBases(input: SolverInput): AmountEvidence[] {
  const known = namedBasesKnown.get(input) ?? input.amounts.filter((one) => strengthOf(one, 'base') > 0.5)
  namedBasesKnown.set(input, known)
  return known
}

function zeroRateBeside(amount: AmountEvidence, rates: RateCandidate[]): number {
  const isBase = strengthOfAny(amount, ['base', 'tax', 'igic']) > 0.3
  return isBase && rates.some((rate) => rate.rate === 0 && rate.line === amount.line) ? 0.6 : 0
}

function printedBase(base: number, rows: TaxRow[], input: SolverInput): AmountEvidence | null {
  const same = amountsWorth(base, input.amounts)
  const best = same.toSorted((a, b) => strengthOfAny(b, ['base']) - strengthOfAny(a, ['base']))[0]
  return best ?? rows.find((row) => row.base === base)?.baseFrom ?? null
}

/**
 * Without taxes the base is what is labelled so, the total itself, or what a named withholding leaves the total of; where
 * no label says any of it, what the column above adds up to ("Summe", or nothing at all).
 */
export function untaxedBases(input: SolverInput): BaseOption[] {
  const bonus = { stated: 0.9, unmentioned: 0.3, no: -0.4, printed: -4 }[input.zeroTax]
  const named = input.amounts.filter(
    (amount) =>
      amount.value !== 0 &&
      (strengthOfAny(amount, ['base', 'total', 'pending', 'exempt']) > 0.2 ||
        isBeforeWithholding(amount, input))
  )
  const sums = input.amounts.filter(
    (amount) =>
      amount.value !== 0 && (strengthOf(amount, 'gross') > 0.5 || isColumnSum(amount, input.amounts))
  )
  return [...new Set([...named, ...sums])].map((amount) => ({
    base: amount.value,
    baseFrom: amount,
    bonus: bonus + 0.5 * strengthOf(amount, 'base'),
  }))
}

function isBeforeWithholding(base: AmountEvidence, input: SolverInput): boolean {
  if (!input.mentionsWithholding) return false
  return input.amounts.some(
    (withheld) =>
      strengthOf(withheld, 'withholding') > 0.5 &&
      input.amounts.some(
        (total) => strengthOf(total, 'total') > 0.5 && base.value - Math.abs(withheld.value) === total.value
      )
  )
}

/** What may be withheld: a share of the base, or of its taxed part alone when another part is exempt. */
export function withholdings(base: number, taxed: number, input: SolverInput): (WithheldAmount | null)[] {
  const whole = withholdingsOf(base, input)
  const part = taxed === 0 || taxed === base ? [] : withholdingsOf(taxed, input)
  return [...whole, ...part.filter((one) => one !== null && one.from !== null)]
}

const withholdingsKnown = new WeakMap<SolverInput, Map<number, (WithheldAmount | null)[]>>()

/** The same base comes back in hundreds of combinations. */
function withholdingsOf(base: number, input: SolverInput): (WithheldAmount | null)[] {
  const known = withholdingsKnown.get(input) ?? new Map<number, (WithheldAmount | null)[]>()
  withholdingsKnown.set(input, known)
  const options = known.get(base) ?? findWithholdings(base, input)
  known.set(base, options)
  return options
}

function findWithholdings(base: number, input: SolverInput): (WithheldAmount | null)[] {
  const options: (WithheldAmount | null)[] = [null]
  const printed = [...new Set(input.rates.map((one) => one.rate))].filter(
    (rate) => rate > 0 && isWithholdingRate(rate)
  )
  const marked = new Set(input.rates.filter((one) => one.isMarked).map((one) => one.rate))
  const usual = usualWithholdings.filter((rate) => marked.has(rate))
  for (const amount of input.amounts) {
    const strength = strengthOf(amount, 'withholding')
    if (amount.value === 0 || strengthOfAny(amount, ['tax', 'igic', 'surcharge']) > strength + 0.2) continue
    const near = strength >= 0.3 ? printed : usual
    const rate = near.find((one) => Math.abs(Math.abs(rateOf(base, one)) - Math.abs(amount.value)) <= 1)
    if (rate) options.push({ rate, base, amount: Math.sign(base) * Math.abs(amount.value), from: amount })
    else if (strength > surelyNamed) options.push(...onPart(amount, base, input, near))
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

const surelyNamed = 0.5

/** "Ritenuta d'acconto 20 % su € 2.400,00": withheld of a printed part of the base, as where a fund's contribution is left out. */
function onPart(
  withheld: AmountEvidence,
  base: number,
  { amounts }: SolverInput,
  rates: number[]
): WithheldAmount[] {
  return amounts.flatMap((part) =>
    rates
      .filter(
        (rate) =>
          part.value > 0 &&
          part.value < base &&
          part.line === withheld.line &&
          part.id !== withheld.id &&
          Math.abs(rateOf(part.value, rate) - Math.abs(withheld.value)) <= 1
      )
      .map((rate) => ({ rate, base: part.value, amount: Math.abs(withheld.value), from: withheld }))
  )
}

export function outlayOptions(input: SolverInput): { amount: number; bonus: number }[] {
  const options = input.amounts
    .filter((amount) => strengthOf(amount, 'outlay') > 0.4 && amount.value > 0)
    .map((amount) => ({ amount: amount.value, bonus: 0.6 * strengthOf(amount, 'outlay') }))
  const all = options.reduce((sum, one) => sum + one.amount, 0)
  const together = options.length > 1 ? [{ amount: all, bonus: options[0]?.bonus ?? 0 }] : []
  return [{ amount: 0, bonus: 0 }, ...options, ...together, ...addedAfterwards(input)]
}

const addedShareMax = 0.6
const otherwiseNamed = ['previous', 'pending', 'advance', 'withholding', 'tax', 'surcharge'] as const

/**
 * "Summe brutto 984,37, Ortstaxe 16,80, Gesamtbetrag 1.001,17", "Suma servicio … Suma canon … Total factura": what stands between
 * two sums and makes one the other.
 */
function addedAfterwards(input: SolverInput): { amount: number; bonus: number }[] {
  const totals = namedTotals(input)
  const sums = [...totals, ...input.amounts.filter((one) => strengthOf(one, 'gross') > 0.5)]
  return input.amounts
    .filter(
      (added) =>
        added.value > 0 &&
        strengthOfAny(added, otherwiseNamed) < 0.5 &&
        sums.some(
          (first) =>
            first.line < added.line &&
            added.value < addedShareMax * first.value &&
            totals.some(
              (last) =>
                last.line > added.line &&
                last.value === first.value + added.value &&
                strengthOfAny(last, ['pending', 'previous']) < 0.5
            )
        )
    )
    .map((added) => ({ amount: added.value, bonus: 0.6 }))
}

/**
 * Where the total is printed, exactly or one cent away. When no sum holds the total is what its label names, unless
 * recognition may have misread it; unprinted only as the last resort.
 */
export function totalsAt(
  total: number,
  input: SolverInput
): { from: AmountEvidence | null; value: number; holds: boolean; deviation: number }[] {
  const near = [total - 1, total, total + 1].flatMap((value) =>
    value === 0 ? [] : amountsWorth(value, input.amounts)
  )
  if (near.length > 0)
    return near.map((amount) => ({
      from: amount,
      value: amount.value,
      holds: true,
      deviation: Math.abs(amount.value - total),
    }))
  const named = namedTotals(input).find((amount) => !(input.isRecognised && isMisread(amount.value, total)))
  return [{ from: named ?? null, value: named?.value ?? total, holds: false, deviation: 0 }]
}

const namedTotalsKnown = new WeakMap<SolverInput, AmountEvidence[]>()

/** What a label names as the total, the best named first; asked for again with every combination of rows. */
function namedTotals(input: SolverInput): AmountEvidence[] {
  const known =
    namedTotalsKnown.get(input) ??
    input.amounts
      .filter((amount) => isNamedTotal(amount) && !isOutgrown(amount, input.amounts))
      .toSorted((a, b) => strengthOf(b, 'total') - strengthOf(a, 'total'))
  namedTotalsKnown.set(input, known)
  return known
}

/** "TOTAL:  279.42  2,347.05": of several on a line the total is the largest. */
function isOutgrown(amount: AmountEvidence, amounts: AmountEvidence[]): boolean {
  return amounts.some(
    (one) =>
      one.line === amount.line &&
      Math.abs(one.value) > Math.abs(amount.value) &&
      strengthOf(one, 'total') > 0.5 &&
      one.x0 > amount.x0
  )
}

function isNamedTotal(amount: AmountEvidence): boolean {
  const named = strengthOf(amount, 'total')
  return amount.value !== 0 && named > 0.6 && named >= strengthOfAny(amount, ['lineAmount', 'base', 'tax'])
}

function isMisread(printed: number, computed: number): boolean {
  return isWithinEdits(String(printed), String(computed), 1)
}
