import { DataList } from '~/kit/list/data_list'
import type { ListOf } from '~/kit/list/list_types'
import { urlFor } from '~/urls'

export type OrderRow = { id: number }

/** Our payment orders out of an account, whatever became of them. */
export function OrdersTab({ list }: { list: ListOf<OrderRow> }) {
  return (
    <DataList
      label="Transferencias"
      list={list}
      storageKey="bank_orders"
      searchLabel="Buscar por número, beneficiario o concepto"
      rowHref={(row) => urlFor('payment_orders.show', { id: row.id })}
      empty={list.total === 0 ? { text: 'No hay órdenes de pago de esta cuenta.' } : undefined}
    />
  )
}
