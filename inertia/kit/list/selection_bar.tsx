import { Button } from '@mantine/core'
import { useState } from 'react'
import { countText } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import type { BulkAction, RowBase } from '~/kit/list/list_types'
import { sumByCurrency } from '~/kit/list/selection_sum'
import type { Selection } from '~/kit/list/use_selection'
import { type MoneyValue, moneyText } from '~/kit/money'
import styles from '../table/table.module.css'

type Props<Row extends RowBase> = {
  selection: Selection<Row>
  actions: BulkAction<Row>[]
  nouns: { one: string; many: string }
  amountOf?: (row: Row) => MoneyValue | null
  onConfirm: (confirmation: Confirmation) => void
  /** How a row is called and what state it is in, for those that an action cannot take. */
  tellRow: (row: Row) => string
}

const TOLD_MAX = 5

/**
 * What is selected, how many and how much («12 facturas · 18.430,20 €»), and what may be done with it. An action that some
 * rows do not allow takes those that do and says which stay out, and in what state they are; what is selected stays so.
 */
export function SelectionBar<Row extends RowBase>({
  selection,
  actions,
  nouns,
  amountOf,
  onConfirm,
  tellRow,
}: Props<Row>) {
  const [left, setLeft] = useState<{ text: string; of: string } | null>(null)
  if (selection.count === 0) return null
  const { rows } = selection
  // Told of these rows and no others.
  const chosen = rows.map(({ id }) => id).join()
  const sums = amountOf ? sumByCurrency(rows.map(amountOf)) : []
  const offered = actions.map((action) => ({ action, able: rows.filter((row) => allows(row, action)) }))

  function act(action: BulkAction<Row>, able: Row[]) {
    const others = rows.filter((row) => !able.includes(row))
    const text = others.length === 0 ? null : leftOut(others.map(tellRow))
    setLeft(text ? { text, of: chosen } : null)
    if (!action.confirm) return action.onSelect?.(able)
    const confirmation = action.confirm(able)
    onConfirm(text ? { ...confirmation, note: text } : confirmation)
  }

  return (
    <section className={styles.bar} aria-label="Selección">
      <span className={`${styles.barText} num`} role="status">
        {[
          `${countText(selection.count)} ${selection.count === 1 ? nouns.one : nouns.many}`,
          ...sums.map(moneyText),
        ].join(' · ')}
      </span>
      {left?.of === chosen ? (
        <span className={styles.barNote} role="status">
          {left.text}
        </span>
      ) : null}
      {offered
        .filter(({ able }) => able.length > 0)
        .map(({ action, able }) => (
          <Button
            key={action.label}
            size="xs"
            variant={action.isDangerous ? 'light' : 'default'}
            color={action.isDangerous ? 'red' : undefined}
            leftSection={action.icon}
            onClick={() => act(action, able)}
          >
            {able.length === rows.length
              ? action.label
              : `${action.label} (${able.length} de ${rows.length})`}
          </Button>
        ))}
      <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
        Quitar selección
      </Button>
    </section>
  )
}

const allows = <Row extends RowBase>(row: Row, { transition }: BulkAction<Row>): boolean =>
  !transition || (row.actions ?? []).includes(transition)

/** «Quedan fuera 2: F-12 (Pagada), F-13 (Borrador).» */
function leftOut(names: string[]): string {
  const told = names.slice(0, TOLD_MAX).join(', ')
  const more = names.length > TOLD_MAX ? ` y ${countText(names.length - TOLD_MAX)} más` : ''
  return `${names.length === 1 ? 'Queda' : 'Quedan'} fuera ${countText(names.length)}: ${told}${more}.`
}
