import type { RowAction } from '~/kit/list/list_types'
import type { Asked } from './order_bulk_actions'
import { cancelOrder, rejectOrder, releaseOrders, retryOrder, takeOutOrders } from './order_confirmations'
import type { OrderRow } from './payment_rows'

/** What may be done with one order, where its row names it. */
export function orderRowActions(ask: (what: Asked['what'], row: OrderRow) => void): RowAction<OrderRow>[] {
  return [
    {
      label: 'Pasar a la bolsa',
      transition: 'buffer',
      onSelect: (row) => ask('buffer', row),
    },
    {
      label: 'Pagar ahora',
      transition: 'pay_now',
      onSelect: (row) => ask('pay_now', row),
    },
    {
      label: 'Aprobar',
      transition: 'approve',
      onSelect: (row) => ask('approve', row),
    },
    { label: 'Generar remesa', transition: 'release', confirm: (row) => releaseOrders([row]) },
    {
      label: 'Modificar',
      transition: 'modify',
      onSelect: (row) => ask('modify', row),
    },
    { label: 'Reintentar', transition: 'retry', confirm: retryOrder },
    { label: 'Rechazar', transition: 'reject', isDangerous: true, confirm: rejectOrder },
    {
      label: 'Quitar de la bolsa',
      transition: 'take_out',
      isDangerous: true,
      confirm: (row) => takeOutOrders([row]),
    },
    { label: 'Cancelar el pago', transition: 'cancel', isDangerous: true, confirm: cancelOrder },
  ]
}
