import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf } from '~/kit/list/list_types'
import type { MoneyValue } from '~/kit/money'
import { urlFor, withQuery } from '~/urls'

/** What the page itself reads of a row. */
type Payment = { id: number; invoiceId: number; amount: MoneyValue }

type Props = {
  site: { id: number; name: string }
  period: { from: string; to: string }
  payments: ListOf<Payment>
}

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
      storageKey="report_payments"
      searchLabel={null}
      rowHref={(row) => urlFor('invoices.show', { id: row.invoiceId })}
      nouns={{ one: 'pago', many: 'pagos' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'No se pagó ninguna factura en el período.' }}
      isExportable
    />
  )
}
