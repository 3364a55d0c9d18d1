import { type Actor, recordEvent, recordStep } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { enqueueSubmission } from '#app/payments/bank/submit_batch_job'
import { keepBatchFile } from '#app/payments/batches/keep_batch_file'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import type { XmlValidator } from '#app/payments/files/xml_validator'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { lockRecords } from '#app/payments/orders/move_order'
import type { OrderRecord } from '#app/payments/orders/payment_order'
import { paymentOrderWorkflow } from '#app/payments/orders/payment_order_workflow'
import type { ReleaseGroup } from '#app/payments/release/release_groups'
import type { Turn } from '#app/payments/release/release_turns'
import { type HeldBack, selectOrdersToRelease } from '#app/payments/release/select_orders_to_release'

export type GroupReleased = { batchId: number | null; releasedIds: number[]; heldBack: HeldBack[] }

/** What a group has of its release: its turn at the money, the instant it is, and the validator of all the files. */
export type Release = { turn: Turn; now: Date; validator: XmlValidator }

/**
 * Makes one batch of the orders of a group that may leave, in a transaction of its own: locked, checked, moved, its file
 * written, kept and validated. The next group may begin once this one has its share of the money.
 */
export async function releaseGroup(
  group: ReleaseGroup,
  { turn, now, validator }: Release,
  actor: Actor
): Promise<GroupReleased> {
  return inTransaction(async (trx) => {
    const orders = (await lockRecords(group.orderIds, trx)).filter(({ status }) => status === 'approved')
    if (await isBankAway(group, orders, trx))
      return { batchId: null, releasedIds: [], heldBack: orders.map(away) }
    const { ready, heldBack } = await selectOrdersToRelease(orders, { turn, now }, actor, trx)
    if (ready.length === 0) return { batchId: null, releasedIds: [], heldBack }
    const batchId = await openBatch(group, ready, actor, trx)
    await moveIntoBatch(ready, { batchId, executionDate: group.executionDate }, actor, trx)
    await refreshBatch(batchId, trx)
    await finishBatch({ batchId, orders: ready }, group, validator, actor, trx)
    return { batchId, releasedIds: ready.map(({ id }) => id), heldBack }
  })
}

/** A bank by network that may not be asked now keeps its payments waiting, approved as they are (area 28 §12). */
async function isBankAway(
  { channel, debtorAccountId }: ReleaseGroup,
  orders: OrderRecord[],
  trx: Transaction
): Promise<boolean> {
  if (channel !== 'api' || (await gatewayOfAccount(debtorAccountId, trx))) return false
  await execute(
    `update payment_orders set hold_reason = 'connector_down', held_since = coalesce(held_since, now()) where id = any(:ids::bigint[])`,
    { ids: orders.map(({ id }) => id) },
    trx
  )
  return true
}

const away = ({ number }: OrderRecord): HeldBack => ({
  number,
  reason: 'Proveedor no disponible: el pago espera, aprobado.',
})

type Place = { batchId: number; executionDate: CalendarDate }

/** The transition `release` on many locked orders: one statement for the orders, one for their events. */
async function moveIntoBatch(
  orders: OrderRecord[],
  { batchId, executionDate }: Place,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const from = 'approved'
  const to = paymentOrderWorkflow.next(from, 'release')
  await execute(
    `update payment_orders set status = :to, sub_status = 'queued', hold_reason = null, held_since = null, batch_id = :batchId, execution_date = :executionDate, sent_at = now(),
        lock_version = lock_version + 1, updated_by = :userId where id = any(:ids::bigint[])`,
    { to, batchId, executionDate, userId: actor.userId, ids: orders.map(({ id }) => id) },
    trx
  )
  await recordStep(
    { actor, objectType: 'payment_order', event: 'payment_order.release', from, to },
    orders,
    trx
  )
}

async function openBatch(
  group: ReleaseGroup,
  orders: OrderRecord[],
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const [first] = orders
  if (!first) throw new Error('A batch needs an order')
  const { id } = await oneRow<{ id: number }>(
    `insert into payment_batches (number, site_id, debtor_account_id, channel, execution_date, currency, speed, purpose, message_id, created_by)
     select 'RM-' || :year || '-' || lpad(n::text, greatest(4, length(n::text)), '0'), :siteId, :accountId, :channel, :executionDate, :currency, :speed, :purpose,
        'CAU' || :stamp || lpad(m::text, greatest(8, length(m::text)), '0'), :createdBy from nextval('payment_batch_numbers') n, nextval('sepa_message_numbers') m returning id`,
    {
      year: today().slice(0, 4),
      stamp: today().replaceAll('-', ''),
      siteId: first.payerSiteId,
      accountId: group.debtorAccountId,
      executionDate: group.executionDate,
      currency: group.currency,
      speed: group.speed,
      channel: group.channel,
      purpose: group.purpose,
      createdBy: actor.userId,
    },
    trx
  )
  return id
}

type Batch = { batchId: number; orders: OrderRecord[] }

/**
 * What goes to the bank is on record before anybody may send it: a file is written, kept and validated, a payment by network
 * has its attempt. Downloading the file again gives the same bytes.
 */
async function finishBatch(
  batch: Batch,
  { channel }: ReleaseGroup,
  validator: XmlValidator,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { batchId } = batch
  if (channel === 'sepa_file') await keepBatchFile(batch, validator, actor, trx)
  else await execute(`update payment_batches set status = 'ready' where id = :batchId`, { batchId }, trx)
  if (channel === 'api') await planOrders(batchId, trx)
  const { siteId } = await oneRow<{ siteId: number }>(
    `select site_id from payment_batches where id = :batchId`,
    { batchId },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'payment_batch',
      objectId: batchId,
      siteId,
      event: 'payment_batch.ready',
      from: 'building',
      to: 'ready',
    },
    trx
  )
}

/** Each order gets its attempt, and the job that sends them goes into the queue with them. */
async function planOrders(batchId: number, trx: Transaction): Promise<void> {
  await execute(
    `insert into payment_attempts (order_id, attempt_no, idempotency_key, request_hash, status)
     select id, (select coalesce(max(a.attempt_no), 0) + 1 from payment_attempts a where a.order_id = payment_orders.id), idempotency_key, '', 'planned' from payment_orders where batch_id = :batchId and status = 'sent'`,
    { batchId },
    trx
  )
  await enqueueSubmission(batchId, trx)
}
