import { type Actor, recordEvent, SYSTEM } from '#app/audit/record_event'
import { GatewayUnavailable } from '#app/banking/gateway/transfer_gateway'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { endAttempt, liveAttempt } from '#app/payments/bank/attempts'
import { endUnauthorised, unauthorisedOrders } from '#app/payments/bank/end_unauthorised'
import { applyOpenNotifications, pollOrder } from '#app/payments/bank/notifications'
import { repeatBulk, unknownBulks } from '#app/payments/bank/repeat_bulk'
import { resolveUnknown } from '#app/payments/bank/resolve_unknown'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'

type Options = {
  /** The instant at which each unknown payment is judged; without it the one at which its turn comes. */
  now?: Date
  /** An attempt without an answer for longer than this is one that nobody waits for: its process is gone. */
  staleSeconds?: number
  /** Payments that the bank has are asked after when nothing was heard of them for this long. */
  pollSeconds?: number
}

export type Recovery = {
  lost: number
  resolved: number
  submitted: number
  polled: number
  notified: number
  troubles: string[]
}

const STALE_SECONDS = 180
const POLL_SECONDS = 900
const SELDOM_AFTER_SECONDS = 43_200
const BATCHES_MAX = 50
const POLLED_MAX = 1000

/**
 * Puts right what a crash, a silent bank or lost news left behind; every two minutes and at start (area 28 §8). Each
 * order stands for itself: what goes wrong with one is told and does not stop the others.
 */
export async function recoverPayments({
  now,
  staleSeconds = STALE_SECONDS,
  pollSeconds = POLL_SECONDS,
}: Options = {}): Promise<Recovery> {
  const troubles: string[] = []
  const each = async (ids: number[], work: (id: number) => Promise<unknown>) => {
    for (const id of ids) await work(id).catch((error: unknown) => note(id, error, troubles))
    return ids.length
  }
  const lost = await each(await staleAttempts(staleSeconds), (id) => loseAttempt(id, SYSTEM))
  const resolved = await each(await unknownOrders(), (id) => resolveUnknown(id, now))
  for (const { key, orderId } of await unknownBulks())
    await repeatBulk(key, now).catch((error: unknown) => note(orderId, error, troubles))
  const submitted = await each(await waitingBatches(), (id) => submitBatch(id))
  const notified = await applyOpenNotifications(troubles)
  const polled = await each(await silentOrders(pollSeconds), poll)
  await each(await unauthorisedOrders(), endUnauthorised)
  return { lost, resolved, submitted, polled, notified, troubles }
}

/** An attempt whose process is gone: nobody knows whether the bank got it. */
async function loseAttempt(orderId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    const attempt = await liveAttempt(orderId, trx)
    if (attempt?.status !== 'in_flight') return
    if (order.subStatus !== 'submitting' && order.subStatus !== 'awaiting_authorisation') return
    const reason = 'El envío se interrumpió sin respuesta.'
    await endAttempt(attempt.id, { status: 'unknown', error: reason }, trx)
    await stepSent(order, { step: 'lose', reason }, actor, trx)
  })
}

async function poll(orderId: number): Promise<void> {
  const [found] = await rows<{ accountId: number }>(
    `select debtor_account_id as account_id from payment_orders where id = :orderId`,
    { orderId }
  )
  const gateway = found ? await gatewayOfAccount(found.accountId) : null
  if (gateway) await pollOrder(orderId, gateway.getStatus)
}

async function note(orderId: number, error: unknown, troubles: string[]): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  troubles.push(`${orderId}: ${message}`)
  if (error instanceof GatewayUnavailable || !isDomainError(error)) return
  await inTransaction((trx) =>
    recordEvent(
      {
        actor: SYSTEM,
        objectType: 'payment_order',
        objectId: orderId,
        event: 'payment_order.recovery_failed',
        reason: message,
      },
      trx
    )
  )
}

const keysOf = async (sql: string, bindings: Record<string, unknown> = {}) =>
  (await rows<{ id: number }>(sql, bindings)).map(({ id }) => id)

const staleAttempts = (staleSeconds: number) =>
  keysOf(
    `select order_id as id from payment_attempts where status = 'in_flight' and order_id is not null and started_at <= clock_timestamp() - make_interval(secs => :staleSeconds) order by id`,
    { staleSeconds }
  )

const unknownOrders = () =>
  keysOf(`select id from payment_orders where status = 'sent' and sub_status = 'unknown' order by id`)

/** Batches whose orders wait in the queue although their time has come: their job was lost, or the bank asked to wait. */
const waitingBatches = () =>
  keysOf(
    `select distinct o.batch_id as id from payment_orders o join payment_attempts a on a.order_id = o.id and a.status = 'planned' and coalesce(a.not_before, a.started_at) <= clock_timestamp()
      where o.status = 'sent' and o.sub_status = 'queued' and o.channel = 'api' order by 1 limit ${BATCHES_MAX}`
  )

/**
 * At the bank without news; paid ones too for some days, for they may come back. What has lain there for more than half a day is
 * asked after the more seldom the longer it lies: after a day every half hour, after two weeks every seven hours. Those of a connection that may not be asked wait
 * for it: in the places of a thousand they would keep out the payments of all others.
 */
const silentOrders = (pollSeconds: number) =>
  keysOf(
    `select o.id from payment_orders o join bank_accounts b on b.id = o.debtor_account_id left join connectors c on c.id = b.connector_id
      where o.channel = 'api' and o.provider_ref is not null and coalesce(c.status, 'active') = 'active'
        and (o.status = 'sent' and o.sub_status in ('processing', 'awaiting_authorisation', 'vop_pending_decision') or o.status in ('paid', 'reconciled') and o.paid_at > now() - interval '5 days')
        and coalesce(o.polled_at, o.acknowledged_at, o.sent_at) <= clock_timestamp() - make_interval(secs => :pollSeconds * case when o.status = 'sent' then greatest(1, extract(epoch from now() - o.sent_at) / ${SELDOM_AFTER_SECONDS}) else 4 end)
      order by coalesce(o.polled_at, o.acknowledged_at, o.sent_at) limit ${POLLED_MAX}`,
    { pollSeconds }
  )
