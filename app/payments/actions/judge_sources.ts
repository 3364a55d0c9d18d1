import { documentsOf } from '#app/payments/queries/order_facts'
import { sourceOf } from '#app/payments/sources/payment_source'

/**
 * Lets the documents of these orders be judged again by whoever owns them, before an approval or a release looks at what
 * stops them. To be called outside the transaction that moves the orders.
 */
export async function judgeSources(orderIds: number[]): Promise<void> {
  for (const { type, ids } of await documentsOf(orderIds)) await sourceOf(type).judge?.(ids)
}
