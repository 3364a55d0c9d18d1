import type { ReactNode } from 'react'
import styles from './plain_table.module.css'

export type PlainColumn<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
}

type Props<Row> = {
  label: string
  rows: Row[]
  columns: PlainColumn<Row>[]
  keyOf: (row: Row) => string | number
  /** A last row by column key. */
  totals?: Record<string, ReactNode>
  empty?: string
  /** Where its last column has buttons: on a phone each row is a card, so that they are in sight. */
  phone?: 'scroll' | 'cards'
}

/** A short table that is all there: lines of an invoice, VAT by rate, sessions. No paging, no URL. */
export function PlainTable<Row>({
  label,
  rows,
  columns,
  keyOf,
  totals,
  empty = 'No hay datos para mostrar.',
  phone = 'scroll',
}: Props<Row>) {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label} data-phone={phone}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-numeric={column.numeric || undefined}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.key} data-numeric={column.numeric || undefined} data-header={column.header}>
                  <div className={styles.cell}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals ? (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-numeric={column.numeric || undefined}
                  data-header={column.header}
                  data-empty={totals[column.key] === undefined || undefined}
                >
                  {totals[column.key]}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}
