import { Link } from '@inertiajs/react'
import { Day, Instant } from '~/kit/day'
import { Facts } from '~/kit/detail/detail_page'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Payment } from './review/review_parts'
import type { ReviewPage } from './review/review_types'

const columns: PlainColumn<Payment>[] = [
  {
    key: 'number',
    header: 'Orden de pago',
    cell: (payment) => <Link href={urlFor('payment_orders.show', { id: payment.id })}>{payment.number}</Link>,
  },
  { key: 'execution', header: 'Ejecución', cell: (payment) => <Day value={payment.executionDate} /> },
  { key: 'amount', header: 'Importe', numeric: true, cell: (payment) => <Money value={payment.amount} /> },
]

/** What has been paid of the invoice, with what, and what is still owed. */
export function PaymentsPanel({ page: { invoice, payments } }: { page: ReviewPage }) {
  const { due } = invoice
  return (
    <>
      <Facts
        facts={[
          { label: 'Pago', value: <StatusBadge {...invoice.payment} /> },
          { label: 'Pendiente en libros', value: <Money value={invoice.outstanding} /> },
          { label: 'Se puede pagar', value: <Money value={due.payable} /> },
          ...(due.priorOpen.minor === 0
            ? []
            : [{ label: 'Pagado antes, sin conciliar', value: <Money value={due.priorOpen} /> }]),
          ...(due.retainedOpen.minor === 0
            ? []
            : [{ label: 'Retenido en garantía', value: <Money value={due.retainedOpen} /> }]),
          ...(due.release === null
            ? []
            : [
                {
                  label: 'Liberado por',
                  value: (
                    <>
                      {due.release.by}, <Instant value={due.release.at} />: {due.release.reason}
                    </>
                  ),
                },
              ]),
        ]}
      />
      <PlainTable
        label="Órdenes de pago"
        rows={payments}
        columns={columns}
        keyOf={(payment) => payment.id}
        empty="Todavía no hay órdenes de pago de esta factura."
      />
    </>
  )
}
