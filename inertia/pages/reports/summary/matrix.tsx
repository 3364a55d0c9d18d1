import { Link } from '@inertiajs/react'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import styles from './summary.module.css'
import {
  type Cell,
  cellHref,
  changeText,
  rowLabel,
  type SummaryAsk,
  type SummaryTable,
  type TableRow,
} from './summary_table'

type Props = { ask: SummaryAsk; table: SummaryTable; rowTitle: string }

/** The matrix: each figure leads to the documents it adds up, with its change under it when it is compared. */
export function Matrix({ ask, table, rowTitle }: Props) {
  const columns: PlainColumn<TableRow>[] = [
    {
      key: 'label',
      header: rowTitle,
      cell: (row) => <span className={styles.label}>{rowLabel(row, ask.mode)}</span>,
    },
    ...table.columns.map(({ key, label }) => ({
      key,
      header: label,
      numeric: true,
      cell: (row: TableRow) => (
        <Figure cell={row.cells[key]} href={cellHref(ask, row, key)} currency={table.currency} />
      ),
    })),
  ]
  const totals = Object.fromEntries(
    table.columns.map(({ key }) => [
      key,
      <Figure key={key} cell={table.totals[key]} href={null} currency={table.currency} />,
    ])
  )
  return (
    <div className={styles.matrix}>
      <PlainTable
        label="Resumen"
        rows={table.rows}
        columns={columns}
        keyOf={(row) => row.key}
        totals={{ label: 'Total', ...totals }}
        empty="No hay movimientos en el período."
      />
    </div>
  )
}

function Figure({ cell, href, currency }: { cell?: Cell; href: string | null; currency: string }) {
  if (!cell) return null
  const money = <Money value={{ minor: cell.minor, currency }} look="plain" isAlarming />
  return (
    <>
      {href && cell.minor !== 0 ? <Link href={href}>{money}</Link> : money}
      {cell.before === null ? null : (
        <div className={styles.change}>
          <span className="only-read">variación </span>
          <Money value={{ minor: cell.minor - cell.before, currency }} look="signed" />{' '}
          {changeText(cell) ? <span className="num">({changeText(cell)})</span> : null}
        </div>
      )}
    </>
  )
}
