import { kindPaying } from '#app/payments/kinds/payment_kind'
import { documentsOf } from '#app/payments/orders/checks/order_documents'

/**
 * Lets the documents of these orders be judged again by whoever owns them, before an approval or a release looks at what
 * stops them. To be called outside the transaction that moves the orders.
 */
export async function judgeSources(orderIds: number[]): Promise<void> {
  for (const { type, ids } of await documentsOf(orderIds)) await kindPaying(type).judge?.(ids)
}
