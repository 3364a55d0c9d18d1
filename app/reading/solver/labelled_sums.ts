import type { LabelKind } from '#app/reading/labels/label_kinds'
import { type AmountEvidence, strengthOfAny } from '#app/reading/solver/amount_evidence'
import type { Solution, SolverInput } from '#app/reading/solver/solution'

const namedMin = 0.3

/** What the labels alone say, whether or not it adds up: how a reader without sums would do, kept to measure them. */
export function labelledSums({ amounts }: SolverInput): Solution[] {
  const named = (...kinds: LabelKind[]) =>
    amounts
      .map((amount) => ({ amount, strength: strengthOfAny(amount, kinds) }))
      .filter(({ strength }) => strength > namedMin)
      .toSorted((one, other) => other.strength - one.strength)[0]?.amount ?? null
  const totalFrom = named('total')
  if (!totalFrom) return []
  const baseFrom = named('base')
  const base = baseFrom?.value ?? totalFrom.value
  const tax = named('tax', 'igic', 'ipsi')
  const held = named('withholding')
  const rateOf = (amount: AmountEvidence) =>
    Math.round((100 * Math.abs(amount.value)) / Math.max(1, Math.abs(base)))
  return [
    {
      base,
      baseFrom,
      rows: tax ? [taxRow(base, tax, rateOf(tax))] : [],
      taxTotal: tax?.value ?? 0,
      withholding: held && { rate: rateOf(held), base, amount: Math.abs(held.value), from: held },
      outlays: 0,
      total: totalFrom.value,
      totalFrom,
      score: 0,
      addsUp: false,
    },
  ]
}

function taxRow(base: number, amountFrom: AmountEvidence, rate: number): Solution['rows'][number] {
  return { type: 'IVA', rate, base, amount: amountFrom.value, amountFrom, baseFrom: null, score: 0 }
}
