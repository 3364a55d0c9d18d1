import { DateTime } from 'luxon'
import { type Actor, recordEvent, recordStep } from '#app/audit/record_event'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import { LIVE } from '#app/payments/orders/checks/live_orders'
import type { Said } from '#app/payments/orders/page/order_steps'
import PaymentOrder, {
  chargedMinor,
  type OrderRecord,
  RECORD_COLUMNS,
} from '#app/payments/orders/payment_order'
import {
  type PaymentOrderTransition,
  paymentOrderWorkflow,
  type SentSubStatus,
} from '#app/payments/orders/payment_order_workflow'
import { holdReserve } from '#app/providers/actions/hold_reserve'

type Details = {
  reason?: string | null
  /** Who says what became of it at the bank. */
  said?: Said
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
  { reason = null, said, set = {} }: Details = {}
): Promise<void> {
  const from = order.status
  order.status = paymentOrderWorkflow.next(from, transition)
  const { paidOn, ...fields } = set
  order.merge({ subStatus: null, ...fields, lockVersion: order.lockVersion + 1, updatedBy: actor.userId })
  const stamp = transition in STAMPS ? STAMPS[transition as keyof typeof STAMPS] : null
  if (stamp)
    order[stamp] =
      paidOn && stamp === 'paidAt' ? DateTime.fromISO(paidOn, { zone: 'Europe/Madrid' }) : DateTime.now()
  // Back in draft, what was wanted at once is decided anew; once it has ended, what was to be looked at meanwhile is over.
  if (order.status === 'draft') order.payNow = false
  if (from === 'sent') order.holdReason = null
  order.merge(transition === 'reject' ? rejection(actor, reason) : NOT_REJECTED)
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
      diff: said ? { said: [null, said] } : null,
    },
    trx
  )
}

/** What a draft says of who refused it and why, until somebody goes on with it. */
const rejection = ({ userId }: Actor, reason: string | null) => ({
  rejectedBy: userId,
  rejectedAt: DateTime.now(),
  rejectionReason: reason ?? '–',
})

/** The same of one that nobody refused, or that somebody has gone on with. */
export const NOT_REJECTED = { rejectedBy: null, rejectedAt: null, rejectionReason: null } as const

/** Steps before the bank, as one statement for many orders and one for their events. */
const BULK_STAMPS = { buffer: 'buffered_at', approve: 'approved_at', reject: null } as const

/** The orders under their row locks, taken in the order of their keys. */
export function lockOrders(orderIds: readonly number[], trx: Transaction): Promise<PaymentOrder[]> {
  return PaymentOrder.query({ client: trx })
    .whereIn('id', [...orderIds])
    .orderBy('id')
    .forUpdate()
}

/** The same of thousands, as records: whoever changes one of them reads its model under the lock that is held. */
export function lockRecords(orderIds: readonly number[], trx: Transaction): Promise<OrderRecord[]> {
  return rows<OrderRecord>(
    `select ${RECORD_COLUMNS} from payment_orders where id = any(:orderIds::bigint[]) order by id for update`,
    { orderIds },
    trx
  )
}

/**
 * The same transition on many locked orders that all stand in one state. What is to be set with it is saved before, and
 * the orders are not read again.
 */
export async function moveOrders(
  orders: readonly PaymentOrder[],
  transition: keyof typeof BULK_STAMPS,
  actor: Actor,
  trx: Transaction,
  { reason = null, runId = null }: { reason?: string | null; runId?: number | null } = {}
): Promise<void> {
  const [first] = orders
  if (!first) return
  const from = first.status
  const to = paymentOrderWorkflow.next(from, transition)
  const stamp = BULK_STAMPS[transition]
  const moved = await execute(
    `update payment_orders set status = :to, lock_version = lock_version + 1, updated_by = :userId, run_id = coalesce(:runId::bigint, run_id)${stamp ? `, ${stamp} = now()` : ''}${to === 'draft' ? ', pay_now = false' : ''},
        ${transition === 'reject' ? `rejected_by = :userId, rejected_at = now(), rejection_reason = coalesce(:reason, '–')` : 'rejected_by = null, rejected_at = null, rejection_reason = null'}
      where id = any(:ids::bigint[]) and status = :from`,
    { to, from, runId, reason, userId: actor.userId, ids: orders.map(({ id }) => id) },
    trx
  )
  if (moved !== orders.length) throw new Error(`${orders.length - moved} orders were not ${from}`)
  await recordStep(
    { actor, objectType: 'payment_order', event: `payment_order.${transition}`, from, to, reason },
    orders,
    trx
  )
}

/** Reserves or frees the money of many orders; see `holdFunds`. */
export async function holdAllFunds(
  orders: readonly PaymentOrder[],
  kind: 'soft' | 'hard' | 'none',
  trx: Transaction
): Promise<void> {
  const ids = orders.map(({ id }) => id)
  await execute(
    `update account_holds set released_at = now() where document_type = 'payment_order' and document_id = any(:ids::bigint[]) and released_at is null`,
    { ids },
    trx
  )
  if (kind === 'none') return
  await execute(
    `insert into account_holds (bank_account_id, virtual_account_id, document_type, document_id, amount_minor, kind)
     select debtor_account_id, debtor_virtual_account_id, 'payment_order', id, coalesce(charge_minor, amount_minor), :kind from payment_orders where id = any(:ids::bigint[]) order by id`,
    { ids, kind },
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
  await kindPaying(order.sourceType).refresh(order.sourceId, live, trx)
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
  const { debtorAccountId: accountId, debtorVirtualAccountId: fundId, id } = order
  const amountMinor = chargedMinor(order)
  if (kind !== 'none')
    await execute(
      `insert into account_holds (bank_account_id, virtual_account_id, document_type, document_id, amount_minor, kind) values (:accountId, :fundId, 'payment_order', :id, :amountMinor, :kind)`,
      { accountId, fundId, id, amountMinor, kind },
      trx
    )
  if (fundId !== null) await holdReserve(fundId, trx)
}
