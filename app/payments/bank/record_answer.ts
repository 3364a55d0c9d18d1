import { type Actor, recordEvent, SYSTEM } from '#app/audit/record_event'
import type { KnownTransfer, SubmitAnswer, Transfer } from '#app/banking/gateway/transfer_gateway'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { applyTransfer } from '#app/payments/bank/apply_transfer'
import { type Attempt, endAttempt, findAttempt, planAttempt } from '#app/payments/bank/attempts'
import { keepAuthorisation } from '#app/payments/bank/authorisations'
import { isSameTransfer } from '#app/payments/bank/same_transfer'
import { takeBackUnsent } from '#app/payments/bank/take_back_unsent'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { providerTitle } from '#app/payments/gateway/provider_title'
import { failLocked } from '#app/payments/orders/fail_order'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { keepSentQuote, requoteOrder } from '#app/payments/quotes/requote_order'

export type Recorded =
  | { kind: 'taken' }
  | { kind: 'refused'; code: string }
  | { kind: 'later'; afterSeconds: number }
  /** Somebody has to say yes at the provider. */
  | { kind: 'authorise' }
  /** Nobody did, or somebody said no: approved as before. */
  | { kind: 'denied' }
  /** It costs more than was approved: it is approved anew. */
  | { kind: 'requoted' }
  | { kind: 'unknown'; reason: string }

export type Answered = {
  orderId: number
  attemptId: number
  transfer: Transfer
  answer: SubmitAnswer
  /** Nobody said anything until the end that the provider set. */
  isExpired?: boolean
}

type Input = Answered & { actor?: Actor }

/**
 * The second half of a submission: what the bank answered, in one transaction with what follows from it. May come late:
 * then the look-up has settled the attempt already, and only news that contradicts it is written down.
 */
export async function recordAnswer(
  { orderId, attemptId, transfer, answer, isExpired = false, actor = SYSTEM }: Input,
  outer?: Transaction
): Promise<Recorded> {
  return inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    const attempt = await findAttempt(attemptId, trx)
    if (attempt.status !== 'in_flight' && attempt.status !== 'unknown') {
      await noteLateAnswer(order, attempt, answer, actor, trx)
      return plain(answer)
    }
    const recorded = await apply(order, { attempt, transfer, answer, isExpired, actor }, trx)
    if (order.batchId) await refreshBatch(order.batchId, trx)
    return recorded
  }, outer)
}

/**
 * The answers to payments that left together. What was certainly not taken is written down together, so that a crash never
 * leaves a part of a submission without an answer; what the provider has is found by its number.
 */
export async function recordAnswers(answered: readonly Answered[]): Promise<Recorded[]> {
  const recorded = new Map<number, Recorded>()
  const untaken = answered.filter(({ answer }) => ['authorise', 'denied', 'later'].includes(answer.kind))
  await inTransaction(async (trx) => {
    for (const one of untaken) recorded.set(one.orderId, await recordAnswer(one, trx))
  })
  for (const one of answered)
    if (!recorded.has(one.orderId)) recorded.set(one.orderId, await recordAnswer(one))
  return answered.flatMap(({ orderId }) => recorded.get(orderId) ?? [])
}

type Turn = {
  attempt: Attempt
  transfer: Transfer
  answer: SubmitAnswer
  isExpired: boolean
  actor: Actor
}

async function apply(order: PaymentOrder, turn: Turn, trx: Transaction): Promise<Recorded> {
  const { attempt, transfer, answer, actor } = turn
  const { httpStatus } = answer
  switch (answer.kind) {
    case 'taken':
      if (!isSameTransfer(transfer, answer.transfer))
        return lose(
          order,
          { attempt, reason: 'El banco respondió con otra transferencia', httpStatus, actor },
          trx
        )
      await adopt(order, { attempt, known: answer.transfer, httpStatus, actor }, trx)
      return { kind: 'taken' }
    case 'refused':
      await endAttempt(
        attempt.id,
        { status: 'rejected', httpStatus, error: `${answer.code}: ${answer.message}` },
        trx
      )
      await failLocked(order, { code: answer.code, comment: answer.message, actor, said: 'bank' }, trx)
      return { kind: 'refused', code: answer.code }
    case 'later':
      return postpone(order, turn, answer, trx)
    case 'authorise':
      await endAttempt(attempt.id, { status: 'waiting', httpStatus }, trx)
      if (order.subStatus !== 'awaiting_authorisation') await stepSent(order, { step: 'wait' }, actor, trx)
      await keepAuthorisation(order, answer.authorisation, attempt.bulkKey ?? order.idempotencyKey, trx)
      return { kind: 'authorise' }
    case 'denied':
      await endAttempt(attempt.id, { status: 'rejected', httpStatus, error: answer.message }, trx)
      await takeBackUnsent(order, await unsentOf(order, turn, answer.message, trx), actor, trx)
      return { kind: 'denied' }
    case 'requoted':
      await endAttempt(attempt.id, { status: 'rejected', httpStatus, error: answer.message }, trx)
      await requoteOrder(order, { quote: answer.quote, message: answer.message }, actor, trx)
      return { kind: 'requoted' }
    case 'unknown':
      return lose(order, { attempt, reason: answer.reason, httpStatus, actor }, trx)
    default:
      return answer satisfies never
  }
}

/** It was certainly not taken. What waits for somebody's yes goes on waiting, everything else goes back to the queue. */
async function postpone(
  order: PaymentOrder,
  { attempt, actor }: Turn,
  { httpStatus, reason, afterSeconds }: SubmitAnswer & { kind: 'later' },
  trx: Transaction
): Promise<Recorded> {
  if (order.subStatus === 'awaiting_authorisation') {
    await endAttempt(attempt.id, { status: 'waiting', httpStatus, error: reason }, trx)
    return { kind: 'authorise' }
  }
  await endAttempt(attempt.id, { status: 'rejected', httpStatus, error: reason }, trx)
  await stepSent(order, { step: 'postpone', reason }, actor, trx)
  await planAttempt(order, { waitSeconds: afterSeconds }, trx)
  return { kind: 'later', afterSeconds }
}

async function unsentOf(
  order: PaymentOrder,
  { isExpired }: Turn,
  message: string,
  trx: Transaction
): Promise<Parameters<typeof takeBackUnsent>[1]> {
  const provider = await providerTitle(order.debtorAccountId, trx)
  return isExpired
    ? { hold: 'authorisation_expired', reason: `${provider}: nadie autorizó la operación a tiempo.` }
    : { hold: 'authorisation_denied', reason: `${provider}: autorización denegada. ${message}`.trim() }
}

type Lost = { attempt: Attempt; reason: string; httpStatus: number | null; actor: Actor }

/** Nobody knows whether the bank has it: it stays that way until the bank is asked, or a person has proof. */
async function lose(
  order: PaymentOrder,
  { attempt, reason, httpStatus, actor }: Lost,
  trx: Transaction
): Promise<Recorded> {
  if (attempt.status === 'in_flight') {
    await endAttempt(attempt.id, { status: 'unknown', httpStatus, error: reason }, trx)
    await stepSent(order, { step: 'lose', reason }, actor, trx)
  }
  return { kind: 'unknown', reason }
}

/** The bank has this transfer: the attempt is over, what it really cost is on record, and the order goes where the transfer is. */
export async function adopt(
  order: PaymentOrder,
  {
    attempt,
    known,
    httpStatus,
    actor,
  }: { attempt: Attempt; known: KnownTransfer; httpStatus: number | null; actor: Actor },
  trx: Transaction
): Promise<void> {
  await endAttempt(attempt.id, { status: 'acknowledged', httpStatus, providerRef: known.ref }, trx)
  if (known.quote) await keepSentQuote(order, known.quote, actor, trx)
  await applyTransfer(order, known, actor, trx)
}

/** An answer that nobody waits for any more. The bank took what we had given up: somebody must look at it. */
async function noteLateAnswer(
  order: PaymentOrder,
  attempt: Attempt,
  answer: SubmitAnswer,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (answer.kind !== 'taken') return
  const isKnown = order.providerRef === answer.transfer.ref
  if (isKnown || attempt.status === 'repeated') return
  await recordEvent(
    {
      actor,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event: 'payment_order.late_answer',
      reason: `El banco tiene la transferencia ${answer.transfer.ref}: compruebe que no es un segundo cargo.`,
    },
    trx
  )
}

function plain(answer: SubmitAnswer): Recorded {
  if (answer.kind === 'refused') return { kind: 'refused', code: answer.code }
  if (answer.kind === 'later') return { kind: 'later', afterSeconds: answer.afterSeconds }
  if (answer.kind === 'unknown') return { kind: 'unknown', reason: answer.reason }
  return { kind: answer.kind }
}
