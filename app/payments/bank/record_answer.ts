import { type Actor, recordEvent, SYSTEM } from '#app/audit/record_event'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { stepSent } from '#app/payments/bank/acknowledge_order'
import { applyTransfer } from '#app/payments/bank/apply_transfer'
import { type Attempt, endAttempt, findAttempt, planAttempt } from '#app/payments/bank/attempts'
import { isSameTransfer } from '#app/payments/bank/transfer_of'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import type { KnownTransfer, SubmitAnswer, Transfer } from '#app/payments/gateway/transfer_gateway'
import { failLocked } from '#app/payments/orders/fail_order'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'

export type Recorded =
  | { kind: 'taken' }
  | { kind: 'refused'; code: string }
  | { kind: 'later'; afterSeconds: number }
  | { kind: 'unknown'; reason: string }

type Input = { orderId: number; attemptId: number; transfer: Transfer; answer: SubmitAnswer; actor?: Actor }

/**
 * The second half of a submission: what the bank answered, in one transaction with what follows from it. May come late:
 * then the look-up has settled the attempt already, and only news that contradicts it is written down.
 */
export async function recordAnswer({
  orderId,
  attemptId,
  transfer,
  answer,
  actor = SYSTEM,
}: Input): Promise<Recorded> {
  return inTransaction(async (trx) => {
    const order = await lockOrderWithBatch(orderId, trx)
    const attempt = await findAttempt(attemptId, trx)
    if (attempt.status !== 'in_flight' && attempt.status !== 'unknown') {
      await noteLateAnswer(order, attempt, answer, actor, trx)
      return plain(answer)
    }
    const recorded = await apply(order, { attempt, transfer, answer, actor }, trx)
    if (order.batchId) await refreshBatch(order.batchId, trx)
    return recorded
  })
}

type Turn = { attempt: Attempt; transfer: Transfer; answer: SubmitAnswer; actor: Actor }

async function apply(
  order: PaymentOrder,
  { attempt, transfer, answer, actor }: Turn,
  trx: Transaction
): Promise<Recorded> {
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
      await endAttempt(attempt.id, { status: 'rejected', httpStatus, error: answer.reason }, trx)
      await stepSent(order, { step: 'postpone', reason: answer.reason }, actor, trx)
      await planAttempt(order, { waitSeconds: answer.afterSeconds }, trx)
      return { kind: 'later', afterSeconds: answer.afterSeconds }
    case 'unknown':
      return lose(order, { attempt, reason: answer.reason, httpStatus, actor }, trx)
    default:
      return answer satisfies never
  }
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

/** The bank has this transfer: the attempt is over, and the order goes where the transfer is. */
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
  return answer.kind === 'unknown' ? { kind: 'unknown', reason: answer.reason } : { kind: 'taken' }
}
