import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import { monthText } from '../month_text'

type Line = {
  id: number
  posted_on: string
  site: string
  entry_no: number
  account: string
  description: string
  amount: MoneyValue
  source: { type: string; id: number } | null
}

type Props = { label: string; from: string; to: string; lines: ListOf<Line> }

const columns: Column<Line>[] = [
  { key: 'posted_on', header: 'Fecha', sortable: true, cell: (line) => <Day value={line.posted_on} /> },
  { key: 'site', header: 'Empresa', cell: (line) => line.site },
  { key: 'entry_no', header: 'Asiento', numeric: true, cell: (line) => line.entry_no },
  { key: 'account', header: 'Cuenta', cell: (line) => line.account },
  { key: 'description', header: 'Descripción', width: 240, cell: (line) => line.description },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    card: 'figure',
    cell: (line) => <Money value={line.amount} isAlarming />,
  },
]

export default function SummaryLinesIndex({ label, from, to, lines }: Props) {
  return (
    <ListPage
      title={label}
      subtitle={`Apuntes que lo forman, ${from === to ? monthText(from) : `de ${monthText(from)} a ${monthText(to)}`}`}
      back={urlFor('resumen', null, { from, to })}
      list={lines}
      columns={columns}
      storageKey="summary_lines"
      searchLabel={null}
      rowHref={({ source }) => sourceHref(source)}
      empty={{ text: 'No hay movimientos en el período.' }}
      isExportable
    />
  )
}

/** The document an entry was made from, where it has a page. */
function sourceHref(source: Line['source']): string | null {
  if (source?.type === 'invoice') return urlFor('invoices.show', { id: source.id })
  if (source?.type === 'payment_order') return urlFor('payment_orders.show', { id: source.id })
  return null
}
