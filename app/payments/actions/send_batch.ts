import { type Actor, recordEvent } from '#app/audit/record_event'
import { type CalendarDate, today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { execute, inTransaction, rows } from '#app/kernel/sql'
import { acknowledgeOrder } from '#app/payments/actions/acknowledge_order'
import { lockOrder } from '#app/payments/actions/move_order'
import PaymentBatch from '#app/payments/models/payment_batch'

/**
 * Somebody uploaded the file to the bank: each order's debt goes in transit (`payment.sent`) and waits for the
 * statement. Doing it twice is refused; the postings' keys would not repeat it anyway.
 */
export async function markBatchSent(
  batchId: number,
  actor: Actor,
  sentOn: CalendarDate = today()
): Promise<void> {
  await inTransaction(async (trx) => {
    const batch = await PaymentBatch.query({ client: trx }).where('id', batchId).forUpdate().firstOrFail()
    if (batch.status !== 'ready' || batch.channel === 'api')
      throw new DomainError('E_TRANSITION', `La remesa ${batch.number} ya no está pendiente de enviar.`)
    await execute(
      `update payment_batches set status = 'sent', sent_by = :userId, sent_at = now() where id = :batchId`,
      { batchId, userId: actor.userId },
      trx
    )
    await execute(
      `update payment_attempts set status = 'acknowledged', ended_at = now() where batch_id = :batchId and status = 'planned'`,
      { batchId },
      trx
    )
    const orders = await rows<{ id: number }>(
      `select id from payment_orders where batch_id = :batchId and status = 'sent' order by id`,
      { batchId },
      trx
    )
    for (const { id } of orders)
      await acknowledgeOrder(await lockOrder(id, trx), { step: 'hand_over', on: sentOn }, actor, trx)
    await recordEvent(
      {
        actor,
        objectType: 'payment_batch',
        objectId: batchId,
        siteId: batch.siteId,
        event: 'payment_batch.sent',
        from: 'ready',
        to: 'sent',
      },
      trx
    )
  })
}

/** Notes who took the file; the bytes are always the stored ones. Throws E_CANCELLED when the batch was annulled. */
export async function noteDownload(batchId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const batch = await PaymentBatch.query({ client: trx }).where('id', batchId).forUpdate().firstOrFail()
    if (batch.status === 'cancelled')
      throw new DomainError(
        'E_CANCELLED',
        `La remesa ${batch.number} está anulada: su fichero no se puede descargar.`
      )
    await execute(
      `update payment_batches set downloads = downloads + 1, exported_by = coalesce(exported_by, :userId), exported_at = coalesce(exported_at, now()) where id = :batchId`,
      { batchId, userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'payment_batch',
        objectId: batchId,
        siteId: batch.siteId,
        event: 'payment_batch.downloaded',
      },
      trx
    )
  })
}
