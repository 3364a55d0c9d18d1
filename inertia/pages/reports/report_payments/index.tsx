import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { worthColumn } from '~/kit/worth_column'
import { urlFor, withQuery } from '~/urls'

type Payment = {
  id: number
  invoice_id: number
  invoice: string
  provider: string
  started_on: string
  paid_on: string
  days: number
  amount: MoneyValue
  /** In the currency of the company's books. */
  worth: MoneyValue
}

type Props = {
  site: { id: number; name: string }
  period: { from: string; to: string }
  payments: ListOf<Payment>
}

const columns: Column<Payment>[] = [
  { key: 'invoice', header: 'Factura', cell: (row) => row.invoice },
  { key: 'provider', header: 'Proveedor', width: 220, cell: (row) => row.provider },
  { key: 'started_on', header: 'Inicio del cómputo', cell: (row) => <Day value={row.started_on} /> },
  { key: 'paid_on', header: 'Pago', sortable: true, cell: (row) => <Day value={row.paid_on} /> },
  { key: 'days', header: 'Días', numeric: true, sortable: true, cell: (row) => row.days },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.amount} />,
  },
]

/** The payments that the «período medio de pago» of a company counts, with the days of each. */
export default function ReportPaymentsIndex({ site, period, payments }: Props) {
  return (
    <ListPage
      title="Pagos del período medio de pago"
      subtitle={
        <>
          {site.name}, del <Day value={period.from} /> al <Day value={period.to} />
        </>
      }
      back={withQuery(urlFor('sites.report', { id: site.id }), { ...period })}
      list={payments}
      columns={[...columns, ...worthColumn(payments, { key: 'worth', of: 'amount', header: 'Contravalor' })]}
      storageKey="report_payments"
      searchLabel={null}
      rowHref={(row) => urlFor('invoices.show', { id: row.invoice_id })}
      nouns={{ one: 'pago', many: 'pagos' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'No se pagó ninguna factura en el período.' }}
      isExportable
    />
  )
}
