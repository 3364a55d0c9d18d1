import type { Actor } from '#app/audit/record_event'
import { S } from '#app/identity/roles'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, compareDays, formatInstant, today } from '#app/kernel/time/calendar_date'
import { acknowledgeOrder } from '#app/payments/bank/acknowledge_order'
import { endAttempt, firstSentAt, liveAttempt } from '#app/payments/bank/attempts'
import { refreshBatch } from '#app/payments/batches/refresh_batch'
import { gatewayOfAccount } from '#app/payments/gateway/gateway_of'
import { failLocked } from '#app/payments/orders/fail_order'
import { lockOrderWithBatch } from '#app/payments/orders/move_order'
import { settleOrder } from '#app/payments/orders/settle_order'

type Input = {
  orderId: number
  isExecuted: boolean
  /** What the bank itself says, in words; the document goes with it. */
  proof: string
  proofFileId: number
  /** The day of the charge, when it was executed. */
  on?: CalendarDate
  actor: Actor
}

const WINDOW_SECONDS = 1800
/** «Motivo indicado en texto libre»: the proof says which. */
const NOT_EXECUTED = 'NARR'

/**
 * A person with the system role says, with a document of the bank, what became of a payment that nobody could find out
 * (area 28 §8). Only once the engine has given up repeating it: else a closed payment could still arrive. Throws
 * E_FORBIDDEN for anybody else, E_TOO_EARLY before that.
 */
export async function closeUnknown({
  orderId,
  isExecuted,
  proof,
  proofFileId,
  on,
  actor,
}: Input): Promise<void> {
  if (proof.trim().length < 10)
    throw new DomainError('E_PROOF', 'Describa el justificante del banco.', { field: 'reason' })
  await inTransaction(async (trx) => {
    await refuseOthers(actor, trx)
    const order = await lockOrderWithBatch(orderId, trx)
    const attempt = await liveAttempt(orderId, trx)
    if (order.subStatus !== 'unknown' || attempt?.status !== 'unknown')
      throw new DomainError('E_TRANSITION', `El resultado del pago ${order.number} ya se conoce.`)
    await refuseTooEarly(orderId, order.debtorAccountId, trx)
    order.proofFileId = proofFileId
    const settledOn = isExecuted ? dayOfCharge(on) : null
    await endAttempt(
      attempt.id,
      { status: settledOn ? 'acknowledged' : 'rejected', error: `A mano: ${proof}` },
      trx
    )
    if (settledOn) {
      await acknowledgeOrder(order, { step: 'acknowledge', on: settledOn }, actor, trx)
      await settleOrder(
        { orderId, settledOn, bankAccountId: order.debtorAccountId, actor, proof, said: 'person' },
        trx
      )
    } else {
      await failLocked(order, { code: NOT_EXECUTED, comment: proof, actor, said: 'person' }, trx)
    }
    if (order.batchId) await refreshBatch(order.batchId, trx)
  })
}

async function refuseOthers({ userId }: Actor, trx: Transaction): Promise<void> {
  const person = await row<{ role: string }>(`select role from users where id = :userId`, { userId }, trx)
  if (person?.role !== S)
    throw new DomainError('E_FORBIDDEN', 'Solo el rol de sistema puede cerrar un pago sin confirmar.')
}

async function refuseTooEarly(orderId: number, accountId: number, trx: Transaction): Promise<void> {
  const gateway = await gatewayOfAccount(accountId, trx)
  const since = await firstSentAt(orderId, trx)
  const seconds = gateway?.idempotencyWindowSeconds ?? WINDOW_SECONDS
  const until = new Date((since ?? new Date()).getTime() + seconds * 1000)
  if (until.getTime() > Date.now())
    throw new DomainError(
      'E_TOO_EARLY',
      `El sistema todavía lo busca en el banco: podrá cerrarlo a partir del ${formatInstant(until)}.`
    )
}

function dayOfCharge(on: CalendarDate | undefined): CalendarDate {
  if (!on) throw new DomainError('E_DAY', 'Indique la fecha del cargo.', { field: 'on' })
  if (compareDays(on, today()) > 0)
    throw new DomainError('E_DAY', 'La fecha no puede ser posterior a hoy.', { field: 'on' })
  return on
}
