import { monthText } from '#app/kernel/time/month_text'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'

/** What the page itself reads of a row. */
type Line = {
  id: number
  entryNo: number
  amount: MoneyValue
  source: { type: string; id: number } | null
}

type Props = { label: string; from: string; to: string; lines: ListOf<Line> }

const cells: Cells<Line> = {
  // A number that an entry is called by, without points.
  entryNo: (line) => line.entryNo,
  amount: (line) => <Money value={line.amount} isAlarming />,
}

export default function SummaryLinesIndex({ label, from, to, lines }: Props) {
  return (
    <ListPage
      title={label}
      subtitle={`Apuntes que lo forman, ${from === to ? monthText(from) : `de ${monthText(from)} a ${monthText(to)}`}`}
      back={urlFor('resumen', null, { from, to })}
      list={lines}
      cells={cells}
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
