import { Button } from '@mantine/core'
import type { Confirmation } from '~/kit/confirm_action'
import { countText } from '~/kit/day'
import type { BulkAction, RowBase } from '~/kit/list_types'
import { type MoneyValue, moneyText } from '~/kit/money'
import { sumByCurrency } from '~/kit/selection_sum'
import type { Selection } from '~/kit/use_selection'
import styles from './table.module.css'

type Props<Row extends RowBase> = {
  selection: Selection<Row>
  actions: BulkAction<Row>[]
  nouns: { one: string; many: string }
  amountOf?: (row: Row) => MoneyValue | null
  onConfirm: (confirmation: Confirmation) => void
}

/** What is selected, how many and how much («12 facturas · 18.430,20 €»), and what may be done with all of it. */
export function SelectionBar<Row extends RowBase>({
  selection,
  actions,
  nouns,
  amountOf,
  onConfirm,
}: Props<Row>) {
  if (selection.count === 0) return null
  const { rows } = selection
  const sums = amountOf ? sumByCurrency(rows.map(amountOf)) : []
  const offered = actions.filter(
    ({ transition }) => !transition || rows.every((row) => (row.actions ?? []).includes(transition))
  )
  return (
    <section className={styles.bar} aria-label="Selección">
      <span className={`${styles.barText} num`} role="status">
        {[
          `${countText(selection.count)} ${selection.count === 1 ? nouns.one : nouns.many}`,
          ...sums.map(moneyText),
        ].join(' · ')}
      </span>
      {offered.map((action) => (
        <Button
          key={action.label}
          size="xs"
          variant={action.isDangerous ? 'light' : 'default'}
          color={action.isDangerous ? 'red' : undefined}
          leftSection={action.icon}
          onClick={() => (action.confirm ? onConfirm(action.confirm(rows)) : action.onSelect?.(rows))}
        >
          {action.label}
        </Button>
      ))}
      <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
        Quitar selección
      </Button>
    </section>
  )
}
