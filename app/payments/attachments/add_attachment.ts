import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockOrder } from '#app/payments/orders/move_order'

/** Adds a stored document to a payment that has not left. Throws E_STATE once it has. */
export async function addAttachment(orderId: number, fileId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (!['draft', 'buffered', 'approved'].includes(order.status))
      throw new DomainError('E_STATE', `El pago ${order.number} ya ha salido: no se le añaden justificantes.`)
    await execute(
      `insert into payment_order_files (order_id, file_id, added_by) values (:orderId, :fileId, :userId) on conflict do nothing`,
      { orderId, fileId, userId: actor.userId },
      trx
    )
    const { name } = await oneRow<{ name: string }>(
      `select name from files where id = :fileId`,
      { fileId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'payment_order',
        objectId: orderId,
        siteId: order.siteId,
        event: 'payment_order.attached',
        reason: name,
      },
      trx
    )
  })
}
