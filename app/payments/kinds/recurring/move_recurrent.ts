import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatDay, maxDay, today } from '#app/kernel/time/calendar_date'
import { orderOccurrence } from '#app/payments/kinds/recurring/order_occurrences'
import {
  type RecurrentStatus,
  type RecurrentTransition,
  recurrentWorkflow,
} from '#app/payments/kinds/recurring/recurrent_workflow'
import { dueDays, type Schedule } from '#app/payments/kinds/recurring/schedule'
import type PaymentOrder from '#app/payments/orders/payment_order'

type Locked = Schedule & { siteId: number; status: RecurrentStatus; nextOn: string | null }

/**
 * Pauses, resumes or ends an agreement. Resumed, it goes on from today: what fell due in the pause is not made up for.
 * Its orders stay in the name of who wrote it, who may not approve them.
 */
export async function moveRecurrent(
  id: number,
  { transition, reason }: { transition: RecurrentTransition; reason: string },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const found = await oneRow<Locked>(
      `select site_id, status, next_on, frequency, day, start_on, end_on, occurrences from recurrent_payments where id = :id for update`,
      { id },
      trx
    )
    const to = recurrentWorkflow.next(found.status, transition)
    const nextOn = to === 'ended' ? null : (dueDays(found, maxDay(found.startOn, today()), 1)[0] ?? null)
    await execute(
      `update recurrent_payments set status = :to, next_on = case when :transition = 'pause' then next_on else :nextOn::date end, lock_version = lock_version + 1 where id = :id`,
      { id, to, nextOn, transition },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'recurrent_payment',
        objectId: id,
        siteId: found.siteId,
        event: `recurrent_payment.${transition}`,
        from: found.status,
        to,
        reason,
      },
      trx
    )
  })
}

type Occurrence = {
  id: number
  recurrentId: number
  siteId: number
  dueOn: string
  status: string
  amountMode: string
}

/** «Omitir»: this day is not paid. Throws E_ORDERED once it has an order that is under way or paid. */
export async function skipOccurrence(occurrenceId: number, reason: string, actor: Actor): Promise<void> {
  if (reason.trim().length < 5) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const occurrence = await lockOccurrence(occurrenceId, trx)
    if (occurrence.status !== 'planned')
      throw new DomainError('E_ORDERED', 'El vencimiento ya tiene un pago o está omitido.')
    await execute(
      `update recurrent_occurrences set status = 'skipped', skip_reason = :reason where id = :occurrenceId`,
      { occurrenceId, reason: reason.trim() },
      trx
    )
    await tell(occurrence, 'recurrent_payment.skipped', reason, actor, trx)
  })
}

/** Says how much it is this time and makes its order. Throws E_AMOUNT where the agreement says how much. */
export async function enterAmount(
  occurrenceId: number,
  amountMinor: number,
  actor: Actor
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const occurrence = await lockOccurrence(occurrenceId, trx)
    if (occurrence.amountMode !== 'variable' || occurrence.status !== 'planned')
      throw new DomainError('E_AMOUNT', 'El importe de este vencimiento no se introduce a mano.', {
        field: 'amount',
      })
    await execute(
      `update recurrent_occurrences set amount_minor = :amountMinor, measured_by = :userId where id = :occurrenceId`,
      { occurrenceId, amountMinor, userId: actor.userId },
      trx
    )
    await tell(occurrence, 'recurrent_payment.amount_entered', null, actor, trx)
    return orderOccurrence(occurrenceId, { actor }, trx)
  })
}

async function lockOccurrence(occurrenceId: number, trx: Transaction): Promise<Occurrence> {
  const found = await row<Occurrence>(
    `select o.id, r.id as recurrent_id, r.site_id, o.due_on, o.status, r.amount_mode from recurrent_occurrences o join recurrent_payments r on r.id = o.recurrent_payment_id
      where o.id = :occurrenceId for update of o`,
    { occurrenceId },
    trx
  )
  if (!found) throw new DomainError('E_NOT_FOUND', 'El vencimiento no existe.')
  return found
}

function tell(
  { recurrentId, siteId, dueOn }: Occurrence,
  event: string,
  reason: string | null,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const day = formatDay(dueOn as Parameters<typeof formatDay>[0])
  return recordEvent(
    {
      actor,
      objectType: 'recurrent_payment',
      objectId: recurrentId,
      siteId,
      event,
      reason: reason === null ? day : `${day}: ${reason}`,
    },
    trx
  )
}
