import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

const known = new WeakMap<readonly AmountEvidence[], Map<number, AmountEvidence[]>>()

/** The amounts of exactly this value (minor units) in the order of the list, which thousands of combinations ask for. */
export function amountsWorth(value: number, amounts: readonly AmountEvidence[]): AmountEvidence[] {
  const byValue = known.get(amounts) ?? Map.groupBy(amounts, (amount) => amount.value)
  known.set(amounts, byValue)
  return byValue.get(value) ?? []
}
