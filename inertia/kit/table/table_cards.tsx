import { Link } from '@inertiajs/react'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column, RowBase } from '~/kit/list/list_types'
import type { Selection } from '~/kit/list/use_selection'
import styles from './cards.module.css'

type Props<Row extends RowBase> = {
  rows: Row[]
  columns: Column<Row>[]
  selection: Selection<Row> | null
  hrefOf: (row: Row) => string | null
  onOpen: ((row: Row) => void) | null
  actionsOf: (row: Row) => ReactNode
}

/** The rows of a list on a phone, one card each. */
export function TableCards<Row extends RowBase>({
  rows,
  columns,
  selection,
  hrefOf,
  onOpen,
  actionsOf,
}: Props<Row>) {
  const [title, ...others] = columns
  const figures = others.filter((column) => column.card === 'figure')
  const facts = others.filter((column) => column.card === undefined)
  return (
    <ul className={styles.cards}>
      {rows.map((row, index) => {
        const href = hrefOf(row)
        const name = title?.cell(row)
        return (
          <li key={row.id} data-selected={selection?.has(row) || undefined}>
            <div className={styles.top}>
              {selection ? (
                <Checkbox
                  aria-label={`Seleccionar la fila ${index + 1}`}
                  checked={selection.has(row)}
                  onChange={() => selection.toggle(row)}
                />
              ) : null}
              <div className={styles.title}>
                {href ? (
                  <Link href={href}>{name}</Link>
                ) : onOpen ? (
                  <button type="button" onClick={() => onOpen(row)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </div>
              <div className={styles.figure}>
                {figures.map((column) => (
                  <div key={column.key}>{column.cell(row)}</div>
                ))}
              </div>
              {actionsOf(row)}
            </div>
            <dl>
              {facts.map((column) => (
                <div key={column.key}>
                  <dt>{column.header}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
