import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { Facts } from '~/kit/detail_page'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { Payment } from './review_parts'
import type { ReviewPage } from './review_types'

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
  return (
    <>
      <Facts
        facts={[
          { label: 'Pago', value: <StatusBadge {...invoice.payment} /> },
          { label: 'Pendiente', value: <Money value={invoice.outstanding} /> },
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
