import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/sql'
import PaymentOrder from '#app/payments/models/payment_order'
import { LIVE } from '#app/payments/queries/live_orders'
import { sourceOf } from '#app/payments/sources/payment_source'
import {
  type PaymentOrderTransition,
  paymentOrderWorkflow,
  type SentSubStatus,
} from '#app/payments/workflows/payment_order_workflow'

type Details = {
  reason?: string | null
  set?: {
    subStatus?: SentSubStatus | null
    paidProof?: string | null
    paidOn?: CalendarDate
    failureCode?: string
    failureMessage?: string
  }
}

const STAMPS = {
  buffer: 'bufferedAt',
  approve: 'approvedAt',
  release: 'sentAt',
  pay: 'paidAt',
  fail: 'failedAt',
  return: 'returnedAt',
} as const

/** The order under its row lock. */
export function lockOrder(orderId: number, trx: Transaction): Promise<PaymentOrder> {
  return PaymentOrder.query({ client: trx }).where('id', orderId).forUpdate().firstOrFail()
}

/**
 * The order under its row lock, and before it its batch: acts on a batch take its lock first, so two never wait for each
 * other, and whoever counts a batch's orders sees what the others did.
 */
export async function lockOrderWithBatch(orderId: number, trx: Transaction): Promise<PaymentOrder> {
  await rows(
    `select b.id from payment_batches b where b.id = (select batch_id from payment_orders where id = :orderId) for update`,
    { orderId },
    trx
  )
  return lockOrder(orderId, trx)
}

/** Makes a transition on a locked order and writes who, from, to and why. */
export async function moveOrder(
  order: PaymentOrder,
  transition: PaymentOrderTransition,
  actor: Actor,
  trx: Transaction,
  { reason = null, set = {} }: Details = {}
): Promise<void> {
  const from = order.status
  order.status = paymentOrderWorkflow.next(from, transition)
  const { paidOn, ...fields } = set
  order.merge({ subStatus: null, ...fields, lockVersion: order.lockVersion + 1, updatedBy: actor.userId })
  const stamp = transition in STAMPS ? STAMPS[transition as keyof typeof STAMPS] : null
  if (stamp)
    order[stamp] =
      paidOn && stamp === 'paidAt' ? DateTime.fromISO(paidOn, { zone: 'Europe/Madrid' }) : DateTime.now()
  await order.save()
  await recordEvent(
    {
      actor,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event: `payment_order.${transition}`,
      from,
      to: order.status,
      reason,
    },
    trx
  )
}

/** Tells the paid document where its payments stand. */
export async function refreshSource(
  order: Pick<PaymentOrder, 'sourceType' | 'sourceId'>,
  trx: Transaction
): Promise<void> {
  const { live } = await oneRow<{ live: number }>(
    `select count(*)::int as live from payment_orders where source_type = :type and source_id = :id and status in ${LIVE}`,
    { type: order.sourceType, id: order.sourceId },
    trx
  )
  await sourceOf(order.sourceType).refresh(order.sourceId, live, trx)
}

/** Reserves or frees the money of an order on its account (area 28 §7). */
export async function holdFunds(
  order: PaymentOrder,
  kind: 'soft' | 'hard' | 'none',
  trx: Transaction
): Promise<void> {
  await execute(
    `update account_holds set released_at = now() where document_type = 'payment_order' and document_id = :id and released_at is null`,
    { id: order.id },
    trx
  )
  if (kind === 'none') return
  await execute(
    `insert into account_holds (bank_account_id, document_type, document_id, amount_minor, kind) values (:accountId, 'payment_order', :id, :amountMinor, :kind)`,
    { accountId: order.debtorAccountId, id: order.id, amountMinor: order.amountMinor, kind },
    trx
  )
}
