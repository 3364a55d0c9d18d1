import type { Actor } from '#app/audit/record_event'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { holdFunds, moveOrder, refreshSource } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/**
 * Ends a locked order that the bank certainly does not execute: it was never asked, or confirmed the cancellation. Its
 * document may be paid by a new one. The database refuses it while an answer is outstanding.
 */
export async function withdrawOrder(
  order: PaymentOrder,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  await execute(
    `update payment_attempts set status = 'withdrawn', ended_at = now(), error = :reason where order_id = :id and status in ('planned', 'waiting')`,
    { id: order.id, reason },
    trx
  )
  await moveOrder(order, 'withdraw', actor, trx, { reason })
  await revokeDecisions('payment_order', order.id, trx)
  await holdFunds(order, 'none', trx)
  await refreshSource(order, trx)
}
