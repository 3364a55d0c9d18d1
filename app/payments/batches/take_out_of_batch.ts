import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { today } from '#app/kernel/time/calendar_date'
import { endBatch } from '#app/payments/batches/cancel_batch'
import { keepBatchFile } from '#app/payments/batches/keep_batch_file'
import PaymentBatch from '#app/payments/batches/payment_batch'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { XmlValidator } from '#app/payments/files/xml_validator'
import { lockRecords } from '#app/payments/orders/move_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { withdrawOrder } from '#app/payments/orders/withdraw_order'

type Input = {
  batchId: number
  orderIds: readonly number[]
  reason: string
  /** Somebody has looked that the file which was downloaded is not at the bank; asked for only then. */
  isNotAtBank?: boolean
  actor: Actor
}

export type TakenOut = { orders: number; isCancelled: boolean }

/**
 * Takes payments out of a batch that is not marked as sent: they end, so that their documents may be paid by new ones, and the
 * file is written anew for the others under an identifier of its own. The old file is kept, withdrawn. Without any payment
 * left the batch is annulled. Throws E_REASON, E_TRANSITION, E_AT_BANK at `is_not_at_bank`, E_ORDERS for payments of another
 * batch and what `writeBatchFile` refuses.
 */
export async function takeOutOfBatch({
  batchId,
  orderIds,
  reason,
  isNotAtBank = false,
  actor,
}: Input): Promise<TakenOut> {
  const why = givenReason(reason)
  const validator = new XmlValidator()
  try {
    return await inTransaction(async (trx) => {
      const batch = await PaymentBatch.query({ client: trx }).where('id', batchId).forUpdate().firstOrFail()
      refuseLeft(batch)
      refuseTaken(batch, isNotAtBank)
      const orders = await PaymentOrder.query({ client: trx })
        .where('batch_id', batchId)
        .where('status', 'sent')
        .orderBy('id')
        .forUpdate()
      const leaving = orders.filter(({ id }) => orderIds.includes(id))
      if (leaving.length === 0 || leaving.length !== new Set(orderIds).size)
        throw new DomainError(
          'E_ORDERS',
          `Hay pagos que ya no están en la remesa ${batch.number}: recargue la página.`
        )
      if (leaving.length === orders.length) {
        await endBatch(batch, orders, why, actor, trx)
        return { orders: leaving.length, isCancelled: true }
      }
      await removeOrders(batch, leaving, why, actor, trx)
      const staying = orders.filter((order) => !leaving.includes(order)).map(({ id }) => id)
      if (batch.channel === 'sepa_file')
        await keepBatchFile({ batchId, orders: await lockRecords(staying, trx) }, validator, actor, trx)
      await recordRemoval(batch, leaving, actor, trx)
      return { orders: leaving.length, isCancelled: false }
    })
  } finally {
    await validator.close()
  }
}

function refuseLeft({ number, status, channel }: PaymentBatch): void {
  if (status === 'ready' && channel !== 'api') return
  throw new DomainError(
    'E_TRANSITION',
    channel === 'api'
      ? `La remesa ${number} sale directamente hacia el banco: cancele cada pago en el banco.`
      : `La remesa ${number} está enviada o anulada: ya no se pueden sacar pagos de ella.`
  )
}

/** Paid again while the bank executes the file that somebody has, a debt would be paid twice. */
function refuseTaken({ number, downloads }: PaymentBatch, isNotAtBank: boolean): void {
  if (downloads === 0 || isNotAtBank) return
  throw new DomainError(
    'E_AT_BANK',
    `El fichero de la remesa ${number} ya se descargó: compruebe en la banca electrónica que no está subido, o que el banco lo ha retirado, y confírmelo.`,
    { field: 'is_not_at_bank' }
  )
}

/** The payments end outside of the batch; its old file, of what they were part, is kept as withdrawn. */
async function removeOrders(
  batch: PaymentBatch,
  leaving: readonly PaymentOrder[],
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const fileId = batch.channel === 'sepa_file' ? await withdrawFile(batch, reason, actor, trx) : null
  await execute(
    `insert into payment_batch_removals (order_id, batch_id, batch_file_id, reason, removed_by)
     select id, :batchId, :fileId::bigint, :reason, :userId::bigint from unnest(:ids::bigint[]) id`,
    { batchId: batch.id, fileId, reason, userId: actor.userId, ids: leaving.map(({ id }) => id) },
    trx
  )
  for (const order of leaving) {
    order.batchId = null
    await withdrawOrder(order, reason, actor, trx)
  }
  await refreshBatch(batch.id, trx)
}

/** The file that is not valid any more, under the identifier that the bank would know it by; the batch gets a new one. */
async function withdrawFile(
  { id: batchId }: PaymentBatch,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into payment_batch_files (batch_id, message_id, file_id, file_sha256, count, total_minor, downloads, reason, withdrawn_by)
     select id, message_id, file_id, file_sha256, count, total_minor, downloads, :reason, :userId::bigint from payment_batches where id = :batchId returning id`,
    { batchId, reason, userId: actor.userId },
    trx
  )
  await execute(
    `update payment_attempts set status = 'withdrawn', ended_at = now(), error = :reason where batch_id = :batchId and status = 'planned'`,
    { batchId, reason },
    trx
  )
  await execute(
    `update payment_batches set message_id = 'CAU' || :stamp || lpad(m::text, greatest(8, length(m::text)), '0'), file_id = null, file_sha256 = null,
        downloads = 0, exported_by = null, exported_at = null, written_at = now() from nextval('sepa_message_numbers') m where id = :batchId`,
    { batchId, stamp: today().replaceAll('-', '') },
    trx
  )
  return id
}

function recordRemoval(
  { id, siteId }: PaymentBatch,
  leaving: readonly PaymentOrder[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const numbers = leaving.map(({ number }) => number).join(', ')
  return recordEvent(
    {
      actor,
      objectType: 'payment_batch',
      objectId: id,
      siteId,
      event: 'payment_batch.rewritten',
      // Why is kept with each payment: people read this who do not see them all.
      reason: numbers,
    },
    trx
  )
}
