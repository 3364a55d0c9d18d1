import type { Client } from '#app/kernel/database/sql'
import { ask } from '#app/payments/orders/checks/ask_orders'
import type { OrderRecord } from '#app/payments/orders/payment_order'

type Documents = { type: string; ids: number[] }

/** What saved orders pay, by kind, the kinds in the order of their names. */
export function documentsIn(orders: readonly OrderRecord[]): Documents[] {
  const kinds = Map.groupBy(orders, ({ sourceType }) => sourceType)
  return [...kinds]
    .map(([type, some]) => ({ type, ids: [...new Set(some.map(({ sourceId }) => sourceId))] }))
    .toSorted((a, b) => (a.type < b.type ? -1 : 1))
}

/** The same by the keys of the orders. */
export function documentsOf(orderIds: number[], client?: Client): Promise<Documents[]> {
  return ask(orderIds)<Documents>(
    `select source_type as type, array_agg(distinct source_id)::int[] as ids from payment_orders where id = any(:orderIds::bigint[]) group by source_type order by source_type`,
    { orderIds },
    client
  )
}
