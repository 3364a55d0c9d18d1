import { counted } from '#app/kernel/text/counted'
import { sumByCurrency } from '~/kit/list/selection_sum'
import { Money, type MoneyValue, moneyText } from '~/kit/money'

/** What several amounts add up to, one figure for each currency. */
export function Sums({ amounts }: { amounts: readonly MoneyValue[] }) {
  return sumByCurrency(amounts).map((sum) => (
    <div key={sum.currency}>
      <Money value={sum} />
    </div>
  ))
}

/** The verb of a button with what it moves: «Aprobar 1.240,00 €»; with several currencies, how many payments. */
export function verbWithAmount(verb: string, amounts: readonly MoneyValue[]): string {
  const sums = sumByCurrency(amounts)
  const [only] = sums
  return sums.length === 1 && only ? `${verb} ${moneyText(only)}` : `${verb} ${paymentsText(amounts.length)}`
}

/** «1 pago», «12 pagos». */
export function paymentsText(count: number): string {
  return counted(count, 'pago', 'pagos')
}
