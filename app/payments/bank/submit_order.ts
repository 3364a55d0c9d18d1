import { SYSTEM } from '#app/audit/record_event'
import type { Transfer, TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { liveAttempt, startAttempt } from '#app/payments/bank/attempts'
import { type Recorded, recordAnswer } from '#app/payments/bank/record_answer'
import { tellLeads } from '#app/payments/bank/tell_leads'
import { transferOf } from '#app/payments/bank/transfer_of'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { checkOrder } from '#app/payments/orders/checks/check_order'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { withdrawOrder } from '#app/payments/orders/withdraw_order'

/** `idle`: there was nothing to send, or it is not its turn yet; `withdrawn`: it may not be paid any more. */
export type Submitted = Recorded | { kind: 'idle' } | { kind: 'withdrawn'; reason: string }

/**
 * Asks the bank for one queued order (area 28 §8): first the attempt is on record, then the bank is asked, then its answer
 * is. A crash between two of them is found by `recoverPayments`. Two at once: the lock lets one begin.
 */
export async function submitOrder(orderId: number, gateway: TransferGateway): Promise<Submitted> {
  const begun = await inTransaction((trx) => beginAttempt(orderId, { gateway }, trx))
  if (begun.kind !== 'begun') return begun
  const answer = await gateway.submit(begun.transfer, begun.key)
  return recordAnswer({ orderId, attemptId: begun.attemptId, transfer: begun.transfer, answer })
}

export type Begun =
  | { kind: 'begun'; orderId: number; attemptId: number; key: string; transfer: Transfer }
  | { kind: 'idle' }
  | { kind: 'withdrawn'; reason: string }

type Way = { gateway: TransferGateway; bulkKey?: string }

/** The first half of a submission: the attempt of a queued order is on record, alone or with others under a key of their own. */
export async function beginAttempt(
  orderId: number,
  { gateway, bulkKey }: Way,
  trx: Transaction
): Promise<Begun> {
  const order = await lockOrderWithBatch(orderId, trx)
  const attempt = await liveAttempt(orderId, trx)
  if (order.status !== 'sent' || order.subStatus !== 'queued' || attempt?.status !== 'planned')
    return { kind: 'idle' }
  if (attempt.notBefore && attempt.notBefore.getTime() > Date.now()) return { kind: 'idle' }
  const reason = await withdrawBarred(order, trx)
  if (reason !== null) return { kind: 'withdrawn', reason }
  const transfer = await transferOf(orderId, gateway, trx)
  await stepSent(order, { step: 'submit' }, SYSTEM, trx)
  await startAttempt(attempt.id, { request: transfer, ...(bulkKey ? { bulkKey } : {}) }, trx)
  return { kind: 'begun', orderId, attemptId: attempt.id, key: order.idempotencyKey, transfer }
}

/**
 * Between the release and now its account may have been blocked, or the document paid: then it is withdrawn and who approves is
 * told. Gives why; null where nothing speaks against it.
 */
export async function withdrawBarred(order: PaymentOrder, trx: Transaction): Promise<string | null> {
  const { checks } = await checkOrder(order, 'send', null, trx)
  const failed = checks.find(({ level }) => level === 'error')
  if (!failed) return null
  await withdrawOrder(order, failed.message, SYSTEM, trx)
  if (order.batchId) await refreshBatch(order.batchId, trx)
  await tellWithdrawn(order, failed.message, trx)
  return failed.message
}

/** Approved and released, and yet not sent: who approves learns it. */
function tellWithdrawn(order: PaymentOrder, reason: string, trx: Transaction): Promise<void> {
  return tellLeads(
    {
      orderId: order.id,
      siteId: order.siteId,
      subject: `Pago ${order.number} anulado antes de enviarse`,
      body: `El pago ${order.number} de ${formatAmount(order.amountMinor, order.currency)} no se ha enviado al banco y queda anulado; lo que pagaba puede pagarse con una orden nueva.\n\n${reason}\n\nEntre en Caudal para revisarlo.`,
    },
    trx
  )
}
