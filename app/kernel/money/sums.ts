import type { MoneyJson } from '#app/kernel/money/money'

/** Amounts added up by currency, in the order the currencies first appear. */
export function byCurrency(amounts: readonly MoneyJson[]): MoneyJson[] {
  const sums = new Map<string, number>()
  for (const { minor, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  return Array.from(sums, ([currency, minor]) => ({ minor, currency }))
}
