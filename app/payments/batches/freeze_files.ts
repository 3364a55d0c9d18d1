import type { Actor } from '#app/audit/record_event'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { holdInFile } from '#app/payments/batches/freeze_batch'
import PaymentBatch from '#app/payments/batches/payment_batch'
import { tellFrozen } from '#app/payments/batches/tell_frozen'
import { lockRecords } from '#app/payments/orders/move_order'
import type { Hold } from '#app/payments/orders/payment_order_workflow'

type Stop = { hold: Hold; reason: string }

/**
 * Of these payments those that are in a file which nobody has marked as sent are held, and freeze it; batch by batch, so that
 * people get one mail about each. What is held already stays as it is. Gives how many were held.
 */
export async function freezeFiles(orderIds: readonly number[], stop: Stop, actor: Actor): Promise<number> {
  const batches = await rows<{ batchId: number; ids: number[] }>(
    `select batch_id, array_agg(id order by id)::int[] as ids from payment_orders
      where id = any(:orderIds::bigint[]) and status = 'sent' and sub_status = 'queued' and channel <> 'api' and batch_id is not null group by 1 order by 1`,
    { orderIds: [...orderIds] }
  )
  let held = 0
  for (const { batchId, ids } of batches)
    held += await inTransaction((trx) => freezeOne(batchId, ids, stop, actor, trx))
  return held
}

/** Under the locks of the batch and its payments: it may have been marked as sent, or they may have been taken out. */
async function freezeOne(
  batchId: number,
  orderIds: readonly number[],
  stop: Stop,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const batch = await PaymentBatch.query({ client: trx }).where('id', batchId).forUpdate().firstOrFail()
  if (batch.status !== 'ready') return 0
  const held: number[] = []
  for (const order of await lockRecords(orderIds, trx))
    if (order.status === 'sent' && (await holdInFile(batch, { order, ...stop }, actor, trx)))
      held.push(order.id)
  await tellFrozen(batch, held, trx)
  return held.length
}
