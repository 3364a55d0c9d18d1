import { SYSTEM } from '#app/audit/record_event'
import type { TransferGateway } from '#app/banking/gateway/transfer_gateway'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { type Attempt, endAttempt, firstSentAt, liveAttempt, planAttempt } from '#app/payments/bank/attempts'
import { type Answered, recordAnswers } from '#app/payments/bank/record_answer'
import { safeSeconds, whyBarred } from '#app/payments/bank/resolve_unknown'
import { readRequest } from '#app/payments/bank/same_transfer'
import { answerAt } from '#app/payments/bank/submit_bulk'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

/**
 * Submissions of several payments of which nobody knows anything: all of their last attempts are without an answer, and each was
 * looked up in vain since. One that is known says that the bank had them all, and then nothing is repeated.
 */
const UNKNOWN_BULKS = `select a.bulk_key as key, min(a.order_id) as order_id, min(o.debtor_account_id) as account_id, array_agg(a.order_id order by a.order_id)::int[] as order_ids
   from payment_attempts a join payment_orders o on o.id = a.order_id
  where a.bulk_key is not null and a.status <> 'repeated'
  group by a.bulk_key having bool_and(a.status = 'unknown' and o.sub_status = 'unknown' and coalesce(a.looked_up_at >= a.started_at, false))`

type Bulk = { key: string; orderId: number; accountId: number; orderIds: number[] }

export const unknownBulks = (): Promise<Pick<Bulk, 'key' | 'orderId'>[]> =>
  rows<Bulk>(`select * from (${UNKNOWN_BULKS}) b order by order_id`)

type Begun = Omit<Answered, 'answer'> & { key: string }

/**
 * The bank has none of a submission: the same words go again under the same key, all together, while it remembers that key for
 * sure. False when they may not, or not yet.
 */
export async function repeatBulk(key: string, now: Date = new Date()): Promise<boolean> {
  const [bulk] = await rows<Bulk>(`select * from (${UNKNOWN_BULKS}) b where key = :key::uuid`, { key })
  const gateway = bulk ? await gatewayOfAccount(bulk.accountId) : null
  if (!bulk || !gateway?.submitBulk) return false
  const begun = await inTransaction((trx) => begin(bulk, gateway, now, trx))
  if (!begun) return false
  const answers = await gateway.submitBulk(
    begun.map(({ transfer, key: own }) => ({ transfer, key: own })),
    key
  )
  await recordAnswers(begun.map((one, index) => ({ ...one, answer: answerAt(answers, index) })))
  return true
}

async function begin(
  { key, orderIds }: Bulk,
  gateway: TransferGateway,
  now: Date,
  trx: Transaction
): Promise<Begun[] | null> {
  const locked: { order: PaymentOrder; attempt: Attempt }[] = []
  for (const id of orderIds) {
    const order = await lockOrderWithBatch(id, trx)
    const attempt = await liveAttempt(id, trx)
    if (order.subStatus !== 'unknown' || attempt?.status !== 'unknown' || attempt.bulkKey !== key) return null
    const since = (await firstSentAt(id, trx)) ?? attempt.startedAt
    if ((now.getTime() - since.getTime()) / 1000 >= safeSeconds(gateway)) return null
    if ((await whyBarred(order, trx)) !== null) return null
    locked.push({ order, attempt })
  }
  const begun: Begun[] = []
  for (const { order, attempt } of locked) {
    if (attempt.request === null) throw new Error(`Nobody knows what was asked for ${order.number}`)
    await endAttempt(
      attempt.id,
      { status: 'repeated', error: 'El banco no la tiene: se repite con la misma clave.' },
      trx
    )
    await stepSent(order, { step: 'resend' }, SYSTEM, trx)
    const transfer = readRequest(attempt.request)
    const attemptId = await planAttempt(order, { request: transfer, bulkKey: key }, trx)
    begun.push({ orderId: order.id, attemptId, key: order.idempotencyKey, transfer })
  }
  return begun
}
