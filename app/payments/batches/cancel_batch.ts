import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import PaymentBatch from '#app/payments/batches/payment_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { withdrawOrder } from '#app/payments/orders/withdraw_order'

type Input = { batchId: number; reason: string; actor: Actor }

/**
 * Annuls a batch that nobody has told us is at the bank: its file cannot be downloaded any more, and its orders end
 * with it, so that their documents may be paid by new ones. Throws E_TRANSITION once it is marked as sent.
 */
export async function cancelBatch({ batchId, reason, actor }: Input): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const batch = await PaymentBatch.query({ client: trx }).where('id', batchId).forUpdate().firstOrFail()
    if (batch.status !== 'ready')
      throw new DomainError(
        'E_TRANSITION',
        `La remesa ${batch.number} ya no se puede anular: está enviada o anulada.`
      )
    const orders = await PaymentOrder.query({ client: trx })
      .where('batch_id', batchId)
      .where('status', 'sent')
      .orderBy('id')
      .forUpdate()
    await endBatch(batch, orders, reason, actor, trx)
  })
}

/** The end of a locked batch with its locked orders. */
export async function endBatch(
  { id: batchId, siteId }: PaymentBatch,
  orders: readonly PaymentOrder[],
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  for (const order of orders) await withdrawOrder(order, reason, actor, trx)
  await execute(`update payment_batches set status = 'cancelled' where id = :batchId`, { batchId }, trx)
  await execute(
    `update payment_attempts set status = 'withdrawn', ended_at = now(), error = :reason where batch_id = :batchId and status = 'planned'`,
    { batchId, reason },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'payment_batch',
      objectId: batchId,
      siteId,
      event: 'payment_batch.cancelled',
      from: 'ready',
      to: 'cancelled',
      reason,
    },
    trx
  )
}
