import type { MoneyValue } from '~/kit/money'

/** The sum of amounts, one for each currency, in the order they first appear. Whole minor units, so nothing is lost. */
export function sumByCurrency(amounts: readonly (MoneyValue | null | undefined)[]): MoneyValue[] {
  const sums = new Map<string, number>()
  for (const amount of amounts) {
    if (amount) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor)
  }
  return Array.from(sums, ([currency, minor]) => ({ minor, currency }))
}
