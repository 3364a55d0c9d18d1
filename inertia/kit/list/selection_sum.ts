import { byCurrency } from '#app/kernel/money/sums'
import type { MoneyValue } from '~/kit/money'

/** The sum of amounts, one for each currency, in the order they first appear. Whole minor units, so nothing is lost. */
export function sumByCurrency(amounts: readonly (MoneyValue | null | undefined)[]): MoneyValue[] {
  return byCurrency(amounts.flatMap((amount) => amount ?? []))
}
