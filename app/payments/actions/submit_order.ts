import { SYSTEM } from '#app/audit/record_event'
import { inTransaction } from '#app/kernel/sql'
import { stepSent } from '#app/payments/actions/acknowledge_order'
import { liveAttempt, startAttempt } from '#app/payments/actions/attempts'
import { checkOrder } from '#app/payments/actions/check_order'
import { lockOrderWithBatch } from '#app/payments/actions/move_order'
import { type Recorded, recordAnswer } from '#app/payments/actions/record_answer'
import { refreshBatch } from '#app/payments/actions/refresh_batch'
import { withdrawOrder } from '#app/payments/actions/withdraw_order'
import type { Transfer, TransferGateway } from '#app/payments/gateway/transfer_gateway'
import { transferOf } from '#app/payments/queries/transfer_of'

/** `idle`: there was nothing to send, or it is not its turn yet; `withdrawn`: it may not be paid any more. */
export type Submitted = Recorded | { kind: 'idle' } | { kind: 'withdrawn'; reason: string }

/**
 * Asks the bank for one queued order (area 28 §8): first the attempt is on record, then the bank is asked, then its answer
 * is. A crash between two of them is found by `recoverPayments`. Two at once: the lock lets one begin.
 */
export async function submitOrder(orderId: number, gateway: TransferGateway): Promise<Submitted> {
  const begun = await beginAttempt(orderId)
  if (begun.kind !== 'begun') return begun
  const answer = await gateway.submit(begun.transfer, begun.key)
  return recordAnswer({ orderId, attemptId: begun.attemptId, transfer: begun.transfer, answer })
}

type Begun =
  | { kind: 'begun'; attemptId: number; key: string; transfer: Transfer }
  | { kind: 'idle' }
  | { kind: 'withdrawn'; reason: string }

async function beginAttempt(orderId: number): Promise<Begun> {
  return inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    const attempt = await liveAttempt(orderId, trx)
    if (order.status !== 'sent' || order.subStatus !== 'queued' || attempt?.status !== 'planned')
      return { kind: 'idle' }
    if (attempt.notBefore && attempt.notBefore.getTime() > Date.now()) return { kind: 'idle' }
    // Between the release and now the account may have been blocked, or the document paid.
    const { checks } = await checkOrder(order, 'release', null, trx)
    const failed = checks.find(({ level }) => level === 'error')
    if (failed) {
      await withdrawOrder(order, failed.message, SYSTEM, trx)
      if (order.batchId) await refreshBatch(order.batchId, trx)
      return { kind: 'withdrawn', reason: failed.message }
    }
    const transfer = await transferOf(orderId, trx)
    await stepSent(order, { step: 'submit' }, SYSTEM, trx)
    await startAttempt(attempt.id, transfer, trx)
    return { kind: 'begun', attemptId: attempt.id, key: order.idempotencyKey, transfer }
  })
}
