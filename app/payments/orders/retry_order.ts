import type { Actor } from '#app/audit/record_event'
import { inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import { repeatLoan } from '#app/payments/orders/lending/repeat_loan'
import { lockOrder } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

/**
 * «Reintentar»: what failed or came back is paid by a new order, which says which one it repeats and goes into the same loan; the
 * old one stays as it is. Throws E_TRANSITION for any other state, E_LIVE_ORDER when it is being repeated already.
 */
export async function retryOrder(orderId: number, actor: Actor): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const old = await lockOrder(orderId, trx)
    if (old.status !== 'failed' && old.status !== 'returned')
      throw new DomainError('E_TRANSITION', `El pago ${old.number} no ha fallado ni se ha devuelto.`)
    const live = await row<{ number: string }>(
      `select number from payment_orders where retry_of_id = :orderId and status not in ('cancelled', 'failed', 'returned')`,
      { orderId },
      trx
    )
    if (live)
      throw new DomainError(
        'E_LIVE_ORDER',
        `Ya existe un pago en curso para este documento (${live.number}).`
      )
    const next = await kindPaying(old.sourceType).repeat(old, actor, trx)
    await repeatLoan(old, next, actor, trx)
    return next
  })
}
