import { type Actor, recordEvent, recordEvents } from '#app/audit/record_event'
import { storeFile } from '#app/files/store_file'
import { type CalendarDate, today } from '#app/kernel/calendar_date'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/sql'
import { type Checked, checkOrders } from '#app/payments/actions/check_order'
import { holdFunds, moveOrder } from '#app/payments/actions/move_order'
import { refreshBatch } from '#app/payments/actions/refresh_batch'
import { writeBatchFile } from '#app/payments/actions/write_batch_file'
import { XmlValidator } from '#app/payments/files/xml_validator'
import PaymentOrder from '#app/payments/models/payment_order'
import { type ReleaseGroup, releaseGroups } from '#app/payments/queries/release_groups'
import { paymentOrderWorkflow } from '#app/payments/workflows/payment_order_workflow'
import { countApprovals, revokeDecisions } from '#app/sites/actions/record_decision'

export type Released = {
  batchIds: number[]
  released: number
  heldBack: { number: string; reason: string }[]
}

/**
 * Turns approved orders into SEPA batches with their files: re-checks each, groups by account, day, currency and
 * speed, cuts at the bank's maximum. An order that no longer holds stays out with its reason and the others go.
 */
export async function releaseOrders(orderIds: number[], actor: Actor): Promise<Released> {
  const outcome: Released = { batchIds: [], released: 0, heldBack: [] }
  const validator = new XmlValidator()
  try {
    for (const group of await releaseGroups(orderIds)) {
      const { batchId, released, heldBack } = await releaseGroup(group, validator, actor)
      if (batchId) outcome.batchIds.push(batchId)
      outcome.released += released
      outcome.heldBack.push(...heldBack)
    }
  } finally {
    await validator.close()
  }
  return outcome
}

async function releaseGroup(
  group: ReleaseGroup,
  validator: XmlValidator,
  actor: Actor
): Promise<{ batchId: number | null; released: number; heldBack: Released['heldBack'] }> {
  return inTransaction(async (trx) => {
    const orders = (await lockOrders(group.orderIds, trx)).filter(({ status }) => status === 'approved')
    const { ready, heldBack } = await sortOut(orders, actor, trx)
    if (ready.length === 0) return { batchId: null, released: 0, heldBack }
    const batchId = await openBatch(group, ready, actor, trx)
    await moveIntoBatch(ready, { batchId, executionDate: group.executionDate }, actor, trx)
    await refreshBatch(batchId, trx)
    await finishBatch(batchId, validator, actor, trx)
    return { batchId, released: ready.length, heldBack }
  })
}

/** The orders under their row locks, taken in the order of their keys. */
function lockOrders(orderIds: number[], trx: Transaction): Promise<PaymentOrder[]> {
  return PaymentOrder.query({ client: trx }).whereIn('id', orderIds).orderBy('id').forUpdate()
}

async function sortOut(
  orders: PaymentOrder[],
  actor: Actor,
  trx: Transaction
): Promise<{ ready: PaymentOrder[]; heldBack: Released['heldBack'] }> {
  const heldBack: Released['heldBack'] = []
  const ready: PaymentOrder[] = []
  const checked = await checkOrders(orders, 'release', actor.userId, trx)
  const given = await countApprovals(
    'payment_order',
    orders.map(({ id }) => id),
    trx
  )
  for (const [index, order] of orders.entries()) {
    const reason = await holdBack(
      order,
      { checked: checked[index], given: given.get(order.id) ?? 0 },
      actor,
      trx
    )
    if (reason) heldBack.push({ number: order.number, reason })
    else ready.push(order)
  }
  return { ready, heldBack }
}

type Verdict = { checked: Checked | undefined; given: number }

/** Why an approved order may not leave now; it is put back to where somebody must look at it. */
async function holdBack(
  order: PaymentOrder,
  { checked, given }: Verdict,
  actor: Actor,
  trx: Transaction
): Promise<string | null> {
  if (!checked) throw new Error(`Order ${order.id} was not checked`)
  const failed = checked.checks.find((check) => check.level === 'error')
  if (failed) {
    order.holdReason =
      failed.code === 'blacklist' ? 'blacklist' : failed.code === 'source' ? 'source_changed' : 'iban_changed'
    await moveOrder(order, 'reopen', actor, trx, { reason: failed.message })
    await revokeDecisions('payment_order', order.id, trx)
    await holdFunds(order, 'none', trx)
    return failed.message
  }
  if (given < (order.requiredApprovals ?? 1)) return 'Faltan aprobaciones.'
  return lacksFunds(checked, order, trx)
}

async function lacksFunds(
  { checks }: Checked,
  order: PaymentOrder,
  trx: Transaction
): Promise<string | null> {
  const funds = checks.find((check) => check.code === 'funds')
  if (!funds) return null
  await execute(`update payment_orders set hold_reason = 'no_funds' where id = :id`, { id: order.id }, trx)
  return funds.message
}

type Place = { batchId: number; executionDate: CalendarDate }

/** The transition `release` on many locked orders: one statement for the orders, one for their events. */
async function moveIntoBatch(
  orders: PaymentOrder[],
  { batchId, executionDate }: Place,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const from = 'approved'
  const to = paymentOrderWorkflow.next(from, 'release')
  await execute(
    `update payment_orders set status = :to, sub_status = 'queued', batch_id = :batchId, execution_date = :executionDate, sent_at = now(),
        lock_version = lock_version + 1, updated_by = :userId where id = any(:ids::bigint[])`,
    { to, batchId, executionDate, userId: actor.userId, ids: orders.map(({ id }) => id) },
    trx
  )
  const events = orders.map(({ id, siteId }) => ({
    actor,
    objectType: 'payment_order',
    objectId: id,
    siteId,
    event: 'payment_order.release',
    from,
    to,
  }))
  await recordEvents(events, trx)
}

async function openBatch(
  group: ReleaseGroup,
  orders: PaymentOrder[],
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const [first] = orders
  if (!first) throw new Error('A batch needs an order')
  const { id } = await oneRow<{ id: number }>(
    `insert into payment_batches (number, site_id, debtor_account_id, channel, execution_date, currency, speed, message_id, created_by)
     values ('RM-' || :year || '-' || lpad(nextval('payment_batch_numbers')::text, 4, '0'), :siteId, :accountId, 'sepa_file', :executionDate, :currency, :speed,
        'CAU' || :stamp || lpad(nextval('sepa_message_numbers')::text, 8, '0'), :createdBy) returning id`,
    {
      year: today().slice(0, 4),
      stamp: today().replaceAll('-', ''),
      siteId: first.siteId,
      accountId: group.debtorAccountId,
      executionDate: group.executionDate,
      currency: group.currency,
      speed: group.speed,
      createdBy: actor.userId,
    },
    trx
  )
  return id
}

/** Writes and keeps the file before anything else sees the batch: downloading it again gives the same bytes. */
async function finishBatch(
  batchId: number,
  validator: XmlValidator,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const { number, xml } = await writeBatchFile(batchId, validator, trx)
  const file = await storeFile(
    { name: `${number}.xml`, bytes: Buffer.from(xml, 'utf8'), createdBy: actor.userId },
    trx
  )
  await execute(
    `update payment_batches set status = 'ready', file_id = :fileId, file_sha256 = :sha256 where id = :batchId`,
    { batchId, fileId: file.id, sha256: file.sha256 },
    trx
  )
  await execute(
    `insert into payment_attempts (batch_id, attempt_no, idempotency_key, request_hash, status) values (:batchId, 1, gen_random_uuid(), :sha256, 'planned')`,
    { batchId, sha256: file.sha256 },
    trx
  )
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
