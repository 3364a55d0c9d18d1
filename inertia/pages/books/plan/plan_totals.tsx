import { sumByCurrency } from '~/kit/list/selection_sum'
import { Money, type MoneyValue } from '~/kit/money'
import styles from './plan.module.css'
import type { PlanRow } from './plan_props'

/** What the groups add up to: in sound books debe equals haber and the balances cancel out. */
export function PlanTotals({ nodes }: { nodes: PlanRow[] }) {
  const sum = (of: (row: PlanRow) => MoneyValue) => sumByCurrency(nodes.map(of))[0]
  return (
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td data-numeric className={styles.wide}>
          <Money value={sum((row) => row.debit)} look="plain" />
        </td>
        <td data-numeric className={styles.wide}>
          <Money value={sum((row) => row.credit)} look="plain" />
        </td>
        <td data-numeric>
          <Money value={sum((row) => row.balance)} />
        </td>
        <td data-numeric className={styles.wide}>
          <Money value={sum((row) => row.previous)} look="plain" />
        </td>
        <td className={styles.wide} colSpan={2} />
        <td />
      </tr>
    </tfoot>
  )
}
