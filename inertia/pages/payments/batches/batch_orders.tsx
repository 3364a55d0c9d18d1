import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import styles from '../orders/orders.module.css'
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
  {
    key: 'creditor',
    header: 'Beneficiario',
    cell: (order) => (
      <>
        {order.creditor}
        <div className={styles.quiet}>
          <span className="num">{order.iban}</span>
        </div>
      </>
    ),
  },
  { key: 'concept', header: 'Concepto', cell: (order) => order.concept },
  { key: 'amount', header: 'Importe', numeric: true, cell: (order) => <Money value={order.amount} /> },
  {
    key: 'status',
    header: 'Estado',
    cell: (order) => <StatusBadge {...stateOf(order)} />,
  },
]

/** How far the file has come stands above; of a payment in it only whether it may go with it. */
function stateOf({ obstacle, isWaiting, status }: BatchOrder): BatchOrder['status'] {
  if (obstacle) return { label: 'No puede salir', tone: 'red' }
  return isWaiting ? { label: 'Sin enviar', tone: 'blue' } : status
}

type Props = { batch: Batch; orders: BatchOrder[]; onTakeOut: (orderIds: number[]) => void }

/** The payments of a batch and their total; each can be taken out while it is not sent. */
export function BatchOrders({ batch, orders, onTakeOut }: Props) {
  const taking: PlainColumn<BatchOrder> = {
    key: 'actions',
    header: 'Acciones',
    cell: (order) =>
      order.isWaiting ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Sacar ${order.number} de la remesa`}
          onClick={() => onTakeOut([order.id])}
        >
          Sacar
        </Button>
      ) : null,
  }
  const canTakeOut = batch.actions.includes('take_out')
  return (
    <PlainTable
      label={`Pagos de la remesa ${batch.number}`}
      rows={orders}
      columns={canTakeOut ? [...columns, taking] : columns}
      keyOf={(order) => order.id}
      totals={{ number: 'Total', amount: <Money value={batch.total} /> }}
      phone={canTakeOut ? 'cards' : 'scroll'}
    />
  )
}
