import { SYSTEM } from '#app/audit/record_event'
import type { Authorisation, SubmitAnswer } from '#app/banking/gateway/transfer_gateway'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import {
  type Attempt,
  endAttempt,
  liveAttempt,
  planAttempt,
  resumeAttempt,
} from '#app/payments/bank/attempts'
import { AUTHORISATION_DAYS, openAuthorisation } from '#app/payments/bank/authorisations'
import { type Answered, recordAnswers } from '#app/payments/bank/record_answer'
import { readRequest } from '#app/payments/bank/same_transfer'
import { enqueueSubmission } from '#app/payments/bank/submit_batch_job'
import { answerAt } from '#app/payments/bank/submit_bulk'
import { withdrawBarred } from '#app/payments/bank/submit_order'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

export type Resumed = { asked: number; waiting: number; troubles: string[] }

type Waiting = { key: string; accountId: number; orderIds: number[]; isOver: boolean }

/** What waits for somebody's yes and the provider has not taken, by the submission that it left in, all of it at rest. */
const WAITING = `select w.submission_key as key, min(o.debtor_account_id) as account_id, array_agg(o.id order by o.id)::int[] as order_ids,
    min(coalesce(w.expires_at, w.asked_at + make_interval(days => ${AUTHORISATION_DAYS}))) <= :now::timestamptz as is_over
   from payment_authorisations w join payment_orders o on o.id = w.order_id and o.status = 'sent' and o.sub_status = 'awaiting_authorisation'
   join payment_attempts a on a.order_id = o.id and a.status = 'waiting'
  where w.ended_at is null and w.submission_key is not null
    and not exists (select 1 from payment_attempts x where x.bulk_key = w.submission_key and x.status in ('in_flight', 'unknown'))`

/**
 * Asks providers again for what was to be authorised: every minute while something waits. What was said is recorded as any other
 * answer; what nobody authorised until its end is approved as before. Once more after the end, for the yes may have come
 * with it.
 */
export async function resumeAuthorisations(now: Date = new Date()): Promise<Resumed> {
  const resumed: Resumed = { asked: 0, waiting: 0, troubles: [] }
  for (const waiting of await rows<Waiting>(`${WAITING} group by 1 order by 1`, { now: now.toISOString() }))
    try {
      resumed.waiting += waiting.orderIds.length
      if (await resume(waiting)) resumed.asked++
    } catch (error) {
      resumed.troubles.push(`${waiting.key}: ${error instanceof Error ? error.message : String(error)}`)
    }
  return resumed
}

/** The same for the submission of one order, as soon as its provider tells of it. False when there is nothing to ask for. */
export async function resumeOrder(orderId: number, now: Date = new Date()): Promise<boolean> {
  const [waiting] = await rows<Waiting>(
    `${WAITING} and w.submission_key = (select submission_key from payment_authorisations where order_id = :orderId) group by 1`,
    { orderId, now: now.toISOString() }
  )
  return waiting ? resume(waiting) : false
}

type Begun = Omit<Answered, 'answer'> & { key: string }

async function resume({ key, accountId, orderIds, isOver }: Waiting): Promise<boolean> {
  const gateway = await gatewayOfAccount(accountId)
  if (!gateway?.resume) return false
  const begun = await inTransaction((trx) => begin(orderIds, trx))
  if (!begun) return false
  const answers = await gateway.resume(
    begun.submissions.map(({ transfer, key: own }) => ({ transfer, key: own })),
    key,
    begun.authorisation
  )
  await recordAnswers(
    begun.submissions.map((one, index) => ({ ...one, ...outcomeOf(answerAt(answers, index), isOver) }))
  )
  return true
}

/** Still nobody has said anything, and the end is past: that is an answer too. */
function outcomeOf(answer: SubmitAnswer, isOver: boolean): Pick<Answered, 'answer' | 'isExpired'> {
  if (!isOver || answer.kind !== 'authorise') return { answer }
  return {
    answer: { kind: 'denied', httpStatus: answer.httpStatus, message: 'Nadie la autorizó a tiempo.' },
    isExpired: true,
  }
}

/**
 * All of a submission at once, as it was asked: what may not be paid any more is withdrawn first, and then nothing is asked for
 * in the old words. Null where that was so, or somebody else asks already.
 */
async function begin(
  orderIds: readonly number[],
  trx: Transaction
): Promise<{ submissions: Begun[]; authorisation: Authorisation } | null> {
  const locked: { order: PaymentOrder; attempt: Attempt }[] = []
  for (const id of orderIds) {
    const order = await lockOrderWithBatch(id, trx)
    const attempt = await liveAttempt(id, trx)
    if (order.subStatus !== 'awaiting_authorisation' || attempt?.status !== 'waiting') return null
    locked.push({ order, attempt })
  }
  const standing = []
  for (const one of locked) if ((await withdrawBarred(one.order, trx)) === null) standing.push(one)
  if (standing.length < locked.length) {
    for (const { order, attempt } of standing) await backInQueue(order, attempt, trx)
    await sendAgain(standing, trx)
    return null
  }
  const submissions: Begun[] = []
  for (const { order, attempt } of locked) {
    if (attempt.request === null) throw new Error(`Nobody knows what was asked for ${order.number}`)
    await resumeAttempt(attempt.id, trx)
    submissions.push({
      orderId: order.id,
      attemptId: attempt.id,
      key: order.idempotencyKey,
      transfer: readRequest(attempt.request),
    })
  }
  const authorisation = await openAuthorisation(orderIds[0] ?? 0, trx)
  return authorisation && { submissions, authorisation }
}

/**
 * One payment of a submission that waits for a yes is taken back: the provider has taken none of them, so the others are asked
 * for anew without it, and what they were asked in is never taken up again.
 */
export async function breakUp(order: PaymentOrder, bulkKey: string, trx: Transaction): Promise<void> {
  const others = await rows<{ id: number }>(
    `select order_id as id from payment_attempts where bulk_key = :bulkKey and order_id <> :orderId and status = 'waiting' order by order_id`,
    { bulkKey, orderId: order.id },
    trx
  )
  const standing = []
  for (const { id } of others) {
    const other = await lockOrderWithBatch(id, trx)
    const attempt = await liveAttempt(id, trx)
    if (attempt?.status !== 'waiting') continue
    await backInQueue(other, attempt, trx)
    standing.push({ order: other })
  }
  await sendAgain(standing, trx)
}

async function backInQueue(order: PaymentOrder, attempt: Attempt, trx: Transaction): Promise<void> {
  const reason = 'Se envía de nuevo sin un pago que iba con él y ya no sale.'
  await endAttempt(attempt.id, { status: 'rejected', error: reason }, trx)
  await stepSent(order, { step: 'postpone', reason }, SYSTEM, trx)
  await planAttempt(order, {}, trx)
}

async function sendAgain(standing: readonly { order: PaymentOrder }[], trx: Transaction): Promise<void> {
  for (const batchId of new Set(standing.map(({ order }) => order.batchId)))
    if (batchId !== null) await enqueueSubmission(batchId, trx)
}
