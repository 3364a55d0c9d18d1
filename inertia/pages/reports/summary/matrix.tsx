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
  TOTAL,
} from './summary_table'

type Props = { ask: SummaryAsk; table: SummaryTable; rowTitle: string }

/** Below nought they mean that something is wrong; other figures may well be. */
const BALANCES = ['opening', 'closing']

/** The matrix: each figure leads to the documents it adds up, with its change under it when it is compared. */
export function Matrix({ ask, table, rowTitle }: Props) {
  const siteIds = table.siteIds ?? ask.site_ids
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
        <Figure
          name={key}
          cell={row.cells[key]}
          href={cellHref(ask, row, key, siteIds)}
          currency={table.currency}
        />
      ),
    })),
  ]
  const totals = Object.fromEntries(
    table.columns.map(({ key }) => [
      key,
      <Figure
        key={key}
        name={key}
        cell={table.totals[key]}
        href={cellHref(ask, { key: TOTAL }, key, siteIds)}
        currency={table.currency}
      />,
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

type FigureProps = { name: string; cell?: Cell; href: string | null; currency: string }

function Figure({ name, cell, href, currency }: FigureProps) {
  if (!cell) return null
  const money = (
    <Money value={{ minor: cell.minor, currency }} look="plain" isAlarming={BALANCES.includes(name)} />
  )
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
