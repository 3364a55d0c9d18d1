import { Link } from '@inertiajs/react'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from './summary.module.css'
import {
  type Before,
  beforeHref,
  type Cell,
  cellHref,
  changeText,
  queryOf,
  rowLabel,
  type SummaryAsk,
  type SummaryTable,
  skippedTo,
  type TableRow,
  TOTAL,
} from './summary_table'

type Props = { ask: SummaryAsk; before: Before | null; table: SummaryTable; rowTitle: string }

/** Below nought they mean that something is wrong; other figures may well be. */
const BALANCES = ['opening', 'closing']

/** The matrix: each figure leads to the documents it adds up, and the change under it to those it is compared with. */
export function Matrix({ ask, before, table, rowTitle }: Props) {
  const siteIds = table.siteIds ?? ask.siteIds
  const linksOf = (row: Pick<TableRow, 'key'>, key: string) => {
    const skip = skippedTo(row, table)
    if (skip !== null) {
      return { href: urlFor('resumen', null, { ...queryOf(ask), skip }), beforeHref: null }
    }
    return {
      href: cellHref(ask, row, key, siteIds),
      beforeHref: before && beforeHref(ask, before, row, key, siteIds),
    }
  }
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
        <Figure name={key} cell={row.cells[key]} {...linksOf(row, key)} currency={table.currency} />
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
        {...linksOf({ key: TOTAL }, key)}
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

type FigureProps = { name: string; cell?: Cell; href: string; beforeHref: string | null; currency: string }

function Figure({ name, cell, href, beforeHref, currency }: FigureProps) {
  if (!cell) return null
  const money = (
    <Money value={{ minor: cell.minor, currency }} look="plain" isAlarming={BALANCES.includes(name)} />
  )
  return (
    <>
      {cell.minor !== 0 ? <Link href={href}>{money}</Link> : money}
      {cell.before === null ? null : (
        <div className={styles.change}>
          <Change cell={cell} currency={currency} />
          {beforeHref && cell.before !== 0 ? (
            <>
              {' · '}
              <Link href={beforeHref} title="Ver los apuntes con los que se compara">
                antes
              </Link>
            </>
          ) : null}
        </div>
      )}
    </>
  )
}

function Change({ cell, currency }: { cell: Cell; currency: string }) {
  const percent = changeText(cell)
  return (
    <>
      <span className="only-read">variación </span>
      <Money value={{ minor: cell.minor - (cell.before ?? 0), currency }} look="signed" />{' '}
      {percent ? <span className="num">({percent})</span> : null}
    </>
  )
}
