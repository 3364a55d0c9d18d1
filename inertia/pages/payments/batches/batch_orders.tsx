import { Link } from '@inertiajs/react'
import { Money } from '~/kit/money'
import { type PlainColumn, PlainTable } from '~/kit/plain_table'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import type { Batch, BatchOrder } from './batch_page'

const columns: PlainColumn<BatchOrder>[] = [
  {
    key: 'number',
    header: 'Nº',
    cell: (order) => (
      <Link href={urlFor('payment_orders.show', { id: order.id })} className="num">
        {order.number}
      </Link>
    ),
  },
  { key: 'creditor', header: 'Beneficiario', cell: (order) => order.creditor },
  { key: 'concept', header: 'Concepto', cell: (order) => order.concept },
  { key: 'iban', header: 'IBAN destino', cell: (order) => <span className="num">{order.iban}</span> },
  { key: 'amount', header: 'Importe', numeric: true, cell: (order) => <Money value={order.amount} /> },
  { key: 'status', header: 'Estado', cell: (order) => <StatusBadge {...order.status} /> },
]

/** The payments of a batch and their total. */
export function BatchOrders({ batch, orders }: { batch: Batch; orders: BatchOrder[] }) {
  return (
    <PlainTable
      label={`Pagos de la remesa ${batch.number}`}
      rows={orders}
      columns={columns}
      keyOf={(order) => order.id}
      totals={{ number: 'Total', amount: <Money value={batch.total} /> }}
    />
  )
}
