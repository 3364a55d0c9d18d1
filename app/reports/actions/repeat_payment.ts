import type { Actor } from '#app/audit/record_event'
import { DomainError } from '#app/kernel/domain_error'
import { row } from '#app/kernel/sql'
import { createOrder } from '#app/payments/actions/create_orders'
import type PaymentOrder from '#app/payments/models/payment_order'

/**
 * Makes a draft like a payment that ended: same invoice, amount and account, today's supplier data. Throws E_REPEAT for
 * what has no invoice, and what `createOrder` throws when nothing (or not so much) is left of it.
 */
export async function repeatPayment(orderId: number, actor: Actor): Promise<PaymentOrder> {
  const former = await row<{ invoiceId: number; amountMinor: number; accountId: number }>(
    `select source_id as invoice_id, amount_minor, debtor_account_id as account_id from payment_orders where id = :orderId and source_type = 'invoice'`,
    { orderId }
  )
  if (!former)
    throw new DomainError('E_REPEAT', 'Solo se repite el pago de una factura que está en el programa.')
  return createOrder(
    { invoiceId: former.invoiceId, amountMinor: former.amountMinor, debtorAccountId: former.accountId },
    actor
  )
}
