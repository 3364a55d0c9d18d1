import { Day } from '~/kit/day'
import { Money, type MoneyValue } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import type { EntryLine } from './order_page'

type Line = EntryLine & { position: number }

const company: PlainColumn<Line> = { key: 'site', header: 'Libros de', cell: (line) => line.site }

const columns: PlainColumn<Line>[] = [
  { key: 'entry', header: 'Asiento', cell: (line) => <span className="num">{line.entryNo}</span> },
  { key: 'posted_on', header: 'Fecha', cell: (line) => <Day value={line.postedOn} /> },
  {
    key: 'account',
    header: 'Cuenta',
    cell: (line) => (
      <>
        <span className="num">{line.account}</span> {line.name}
      </>
    ),
  },
  { key: 'debit', header: 'Debe', numeric: true, cell: (line) => <Money value={debitOf(line.amount)} /> },
  { key: 'credit', header: 'Haber', numeric: true, cell: (line) => <Money value={creditOf(line.amount)} /> },
]

/** What the payment wrote in the books. */
export function OrderEntries({ entries }: { entries: EntryLine[] }) {
  return (
    <PlainTable
      label="Asientos"
      rows={entries.map((line, position) => ({ ...line, position }))}
      columns={new Set(entries.map(({ site }) => site)).size > 1 ? [company, ...columns] : columns}
      keyOf={(line) => line.position}
      empty="Este pago todavía no tiene asientos."
    />
  )
}

const debitOf = (amount: MoneyValue) => (amount.minor > 0 ? amount : null)
const creditOf = (amount: MoneyValue) => (amount.minor < 0 ? { ...amount, minor: -amount.minor } : null)
