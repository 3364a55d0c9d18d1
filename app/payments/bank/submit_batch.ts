import { setTimeout as sleep } from 'node:timers/promises'
import { recordEvent, SYSTEM } from '#app/audit/record_event'
import type { TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { execute, inTransaction, row, rows } from '#app/kernel/database/sql'
import { submitBulk, takesBulk } from '#app/payments/bank/submit_bulk'
import { type Submitted, submitOrder } from '#app/payments/bank/submit_order'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'

export type BatchSubmitted = Record<Submitted['kind'], number>

/** Waits of a bank that asks to come back are sat out up to this; longer ones are left to the recovery. */
const WAIT_SECONDS_MAX = 10
const ROUNDS_MAX = 3

/**
 * Sends the queued orders of a batch by network: together where the bank takes several at once, else several at the same moment,
 * each for itself. What the bank asks to repeat later
 * is repeated; what nobody knows is left to the recovery. May be called any number of times.
 */
export async function submitBatch(
  batchId: number,
  progress: (done: number, total: number) => Promise<void> = async () => {}
): Promise<BatchSubmitted> {
  const totals: BatchSubmitted = {
    taken: 0,
    refused: 0,
    later: 0,
    authorise: 0,
    denied: 0,
    requoted: 0,
    unknown: 0,
    idle: 0,
    withdrawn: 0,
  }
  const batch = await beginBatch(batchId)
  const gateway = batch ? await gatewayOfAccount(batch.debtorAccountId) : null
  if (!gateway) return totals
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const ids = await queuedOrders(batchId)
    const waits = await submitAll(ids, gateway, totals, (done) => progress(done, ids.length))
    if (waits.length === 0 || Math.max(...waits) > WAIT_SECONDS_MAX) return totals
    await sleep(Math.max(...waits) * 1000)
  }
  return totals
}

/** From now on the batch is at the bank and cannot be annulled as a whole. Null when it is not one by network. */
async function beginBatch(batchId: number): Promise<{ debtorAccountId: number } | null> {
  return inTransaction(async (trx) => {
    const batch = await row<{ debtorAccountId: number; siteId: number; status: string }>(
      `select debtor_account_id, site_id, status from payment_batches where id = :batchId and channel = 'api' and status not in ('building', 'cancelled') for update`,
      { batchId },
      trx
    )
    if (batch?.status !== 'ready') return batch
    await execute(
      `update payment_batches set status = 'sent', sent_at = now() where id = :batchId`,
      { batchId },
      trx
    )
    await recordEvent(
      {
        actor: SYSTEM,
        objectType: 'payment_batch',
        objectId: batchId,
        siteId: batch.siteId,
        event: 'payment_batch.sent',
        from: 'ready',
        to: 'sent',
      },
      trx
    )
    return batch
  })
}

async function queuedOrders(batchId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select id from payment_orders where batch_id = :batchId and status = 'sent' and sub_status = 'queued' order by id`,
    { batchId }
  )
  return found.map(({ id }) => id)
}

/** Gives the waits that the bank asked for, in seconds. */
async function submitAll(
  ids: number[],
  gateway: TransferGateway,
  totals: BatchSubmitted,
  progress: (done: number) => Promise<void>
): Promise<number[]> {
  const queue = [...ids]
  const waits: number[] = []
  const note = (outcome: Submitted) => {
    totals[outcome.kind]++
    if (outcome.kind === 'later') waits.push(outcome.afterSeconds)
  }
  if (takesBulk(gateway) && ids.length > 1) {
    while (queue.length > 0) {
      for (const outcome of await submitBulk(queue.splice(0, gateway.capabilities.batchMax), gateway))
        note(outcome)
      await progress(ids.length - queue.length)
    }
    return waits
  }
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      note(await submitOrder(id, gateway))
      await progress(ids.length - queue.length)
    }
  }
  await Promise.all(Array.from({ length: gateway.capabilities.concurrency }, work))
  return waits
}
