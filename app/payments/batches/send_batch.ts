import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { acknowledgeOrder } from '#app/payments/bank/acknowledge_order'
import { lockObstacles } from '#app/payments/batches/batch_obstacles'
import { freezeBatch, frozenError } from '#app/payments/batches/freeze_batch'
import { lockBooksOfBatch } from '#app/payments/batches/lock_books'
import PaymentBatch from '#app/payments/batches/payment_batch'
import { lockOrder } from '#app/payments/orders/move_order'

/**
 * Somebody uploaded the file to the bank: each order's debt goes in transit (`payment.sent`) and waits for the statement.
 * Doing it twice is refused; the postings' keys would not repeat it anyway. Throws E_TRANSITION, and E_FROZEN where one of its
 * payments may not leave any more: then the file is frozen.
 */
export function markBatchSent(batchId: number, actor: Actor, sentOn: CalendarDate = today()): Promise<void> {
  return throughDoor({ batchId, point: 'send', actor }, async (batch, trx) => {
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
    await lockBooksOfBatch(batchId, trx)
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

/**
 * Notes who took the file, and gives the key of the one that is valid now; the bytes are always the stored ones. Throws
 * E_CANCELLED when the batch was annulled, E_FROZEN as `markBatchSent` while nobody has marked it as sent.
 */
export async function noteDownload(batchId: number, actor: Actor): Promise<number | null> {
  let fileId: number | null = null
  await throughDoor({ batchId, point: 'download', actor }, async (batch, trx) => {
    fileId = batch.fileId
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
  return fileId
}

type Door = { batchId: number; point: 'download' | 'send'; actor: Actor }

/**
 * Every way of a file to the bank leads through here: under the locks of the batch and its orders the checks of the release
 * run again. What they find is kept and told although the act is refused.
 */
async function throughDoor(
  { batchId, point, actor }: Door,
  pass: (batch: PaymentBatch, trx: Transaction) => Promise<void>
): Promise<void> {
  const refusal = await inTransaction(async (trx) => {
    const batch = await PaymentBatch.query({ client: trx }).where('id', batchId).forUpdate().firstOrFail()
    refuseOver(batch, point)
    const obstacles = batch.status === 'ready' ? await lockObstacles(batchId, point, actor.userId, trx) : []
    if (obstacles.length === 0) {
      await pass(batch, trx)
      return null
    }
    await freezeBatch(batch, obstacles, actor, trx)
    return frozenError(batch, obstacles)
  })
  if (refusal) throw refusal
}

function refuseOver({ number, status, channel }: PaymentBatch, point: Door['point']): void {
  if (point === 'send' && (status !== 'ready' || channel === 'api'))
    throw new DomainError('E_TRANSITION', `La remesa ${number} ya no está pendiente de enviar.`)
  if (status === 'cancelled')
    throw new DomainError(
      'E_CANCELLED',
      `La remesa ${number} está anulada: su fichero no se puede descargar.`
    )
}
