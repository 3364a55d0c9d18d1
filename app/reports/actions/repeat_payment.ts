import type { Actor } from '#app/audit/record_event'
import { row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { orderProvision } from '#app/payments/kinds/provision/order_provision'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { retryOrder } from '#app/payments/orders/retry_order'

type Former = { sourceId: number; amountMinor: number; debtorAccountId: number }

/** What makes a draft for a document once more, of the kinds whose documents are paid one by one. */
const AGAIN: Record<string, (former: Former, actor: Actor) => Promise<PaymentOrder>> = {
  invoice: ({ sourceId: invoiceId, ...wanted }, actor) => createOrder({ invoiceId, ...wanted }, actor),
  expense_note: ({ sourceId, debtorAccountId }, actor) => orderExpense(sourceId, { debtorAccountId }, actor),
  legal_cost: ({ sourceId, ...wanted }, actor) => orderLegalCost(sourceId, wanted, actor),
  supplier_provision: ({ sourceId, ...wanted }, actor) => orderProvision(sourceId, wanted, actor),
}

/**
 * Makes a draft like a payment that ended: same document, amount and account, today's data of the payee. One that failed
 * or came back says which it repeats. Throws E_REPEAT for what has no document that can be paid again, and what the
 * document's own payment throws when nothing (or not so much) is left of it.
 */
export async function repeatPayment(orderId: number, actor: Actor): Promise<PaymentOrder> {
  const former = await row<Former & { sourceType: string; status: string }>(
    `select source_type, source_id, status, amount_minor, debtor_account_id from payment_orders where id = :orderId`,
    { orderId }
  )
  if (!former) throw new DomainError('E_REPEAT', 'Solo se repite un pago que se hizo con el programa.')
  const { sourceType, status, ...wanted } = former
  if (sourceType !== 'invoice' && (status === 'failed' || status === 'returned'))
    return retryOrder(orderId, actor)
  const again = AGAIN[sourceType]
  if (!again) throw new DomainError('E_REPEAT', 'Este pago se hizo: su documento no se paga dos veces.')
  return again(wanted, actor)
}
