import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { liveInvoiceOrders } from '#app/payments/kinds/supplier/withdraw_orders_paid_by_bank'
import { moveOrder, refreshSource } from '#app/payments/orders/move_order'

/**
 * An invoice leaves the books (area 28 §12): its drafts are cancelled with it. Throws E_LIVE_ORDER, with the number, where a payment
 * that is approved or waits for it would pay it all the same.
 */
export async function dropInvoice(invoiceId: number, actor: Actor, trx: Transaction): Promise<void> {
  const orders = await liveInvoiceOrders([invoiceId], trx).forUpdate()
  const kept = orders.find(({ status }) => status !== 'draft')
  if (kept) throw new DomainError('E_LIVE_ORDER', `La factura está incluida en el pago ${kept.number}.`)
  for (const order of orders) {
    await moveOrder(order, 'cancel', actor, trx, { reason: 'La factura se ha quitado de los libros.' })
    await refreshSource(order, trx)
  }
}
