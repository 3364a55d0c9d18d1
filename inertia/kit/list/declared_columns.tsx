import type { ReactNode } from 'react'
import type { ShownColumn } from '#app/kernel/lists/list_columns'
import { Day, Instant, Quantity } from '~/kit/day'
import type { Column } from '~/kit/list/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import styles from '../table/table.module.css'

/** Cells that only a page can draw, by the key of their column. */
export type Cells<Row> = Partial<Record<string, (row: Row) => ReactNode>>

const FIGURES: readonly ShownColumn['kind'][] = ['money', 'number', 'percent']

/** The columns that the server declares for a list, drawn by what they hold. */
export function declaredColumns<Row>(columns: readonly ShownColumn[], cells: Cells<Row> = {}): Column<Row>[] {
  return columns.map((column) => {
    const draw =
      cells[column.key] ?? ((row: Row) => cellOf(column, (row as Record<string, unknown>)[column.key]))
    const { key, title, kind, sort, width, isOptional, isFigure, card, second } = column
    return {
      key,
      header: title,
      kind,
      cell: second
        ? (row) => <TwoLines first={draw(row)} second={(row as Record<string, unknown>)[second]} />
        : draw,
      numeric: FIGURES.includes(kind) || isFigure === true,
      sortable: sort !== undefined,
      ...(sort === undefined ? {} : { sort }),
      ...(width === undefined ? {} : { width }),
      ...(isOptional ? { optional: true } : {}),
      ...(card ? { card } : {}),
    }
  })
}

function cellOf({ kind }: ShownColumn, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <span className={styles.nothing}>–</span>
  switch (kind) {
    case 'money':
      return <Money value={value as MoneyValue} />
    case 'day':
      return <Day value={value as string} />
    case 'instant':
      return <Instant value={value as string} />
    case 'number':
      return <Quantity value={value as number} />
    case 'percent':
      return <Quantity value={value as number} unit="%" />
    case 'badge':
      return <StatusBadge {...(value as { label: string; tone: Tone })} />
    case 'reference':
    case 'account':
      return <span className="num">{String(value)}</span>
    default:
      return String(value)
  }
}

function TwoLines({ first, second }: { first: ReactNode; second: unknown }) {
  return (
    <span className={styles.twoLines}>
      <span data-line>{first}</span>
      {second ? (
        <span data-line className={styles.second}>
          {String(second)}
        </span>
      ) : null}
    </span>
  )
}
