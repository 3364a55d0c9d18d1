import type { Actor } from '#app/audit/record_event'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { backToDraft } from '#app/payments/orders/back_to_draft'
import { canModify, canTakeOut, isInBuffer } from '#app/payments/orders/controllers/payment_order_actions'
import { eachOfSeveral } from '#app/payments/orders/each_of_several'
import { lockOrder } from '#app/payments/orders/move_order'
import type { BulkOutcome } from '#app/payments/orders/page/bulk_outcome'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { type Direction, redirectDraft } from '#app/payments/orders/redirect_draft'

export type Modification = {
  orderId: number
  /** Of the payment as it was shown. */
  shownFingerprint: string
  direction: Direction
  /** Why what may be approved already is touched again; of a draft nobody asks. */
  reason: string | null
  actor: Actor
}

/**
 * «Modificar»: another account, day or speed for a payment that has not left. In the pay buffer it becomes a draft again and its
 * approvals are void. Throws E_REASON there without one, E_FORBIDDEN for anybody but its creator, senior accounting and the
 * system role, E_CHANGED when it is not what was shown any more, and E_ACCOUNT, E_CURRENCY and E_SPEED for the account.
 */
export async function modifyOrder({
  orderId,
  shownFingerprint,
  direction,
  reason,
  actor,
}: Modification): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (!canModify(order, await personOf(actor, trx)))
      throw new DomainError(
        'E_FORBIDDEN',
        `No puede modificar el pago ${order.number}: pídaselo a quien lo creó o a contabilidad sénior.`
      )
    if (order.fingerprint !== shownFingerprint)
      throw new DomainError('E_CHANGED', 'El pago ha cambiado desde que lo abrió. Revíselo de nuevo.')
    if (isInBuffer(order)) await backToDraft(order, 'reopen', givenReason(reason), actor, trx)
    await redirectDraft(order, direction, actor, trx)
    return order
  })
}

/**
 * «Quitar»: payments leave the pay buffer and are drafts again, their approvals void. Each that is refused leaves the others:
 * E_REASON without one, E_FORBIDDEN below senior accounting, E_TRANSITION when it is not in the buffer any more.
 */
export function takeOutOrders(
  orderIds: readonly number[],
  reason: string,
  actor: Actor
): Promise<BulkOutcome> {
  return eachOfSeveral({
    ids: orderIds,
    work: (order, trx) => takeOutLocked(order, reason, actor, trx),
  })
}

async function takeOutLocked(
  order: PaymentOrder,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const why = givenReason(reason)
  if (!isInBuffer(order))
    throw new DomainError('E_TRANSITION', `El pago ${order.number} ya no está en la bolsa.`)
  if (!canTakeOut(order, await personOf(actor, trx)))
    throw new DomainError(
      'E_FORBIDDEN',
      `No puede quitar de la bolsa el pago ${order.number}: pídaselo a contabilidad sénior o a un aprobador.`
    )
  await backToDraft(order, 'take_out', why, actor, trx)
}

/** Who acts, with the role that they have now. */
async function personOf({ userId }: Actor, trx: Transaction): Promise<{ id: number; role: string }> {
  if (userId === null) throw new Error('Only people modify payments')
  return oneRow<{ id: number; role: string }>(
    `select id, role from users where id = :userId`,
    { userId },
    trx
  )
}
