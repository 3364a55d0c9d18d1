import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import type { Transaction } from '#app/kernel/sql'
import { lockOrder } from '#app/payments/actions/move_order'
import { type Confirmed, draftIntoBuffer } from '#app/payments/actions/order_into_buffer'
import { accountOf } from '#app/payments/actions/place_order'
import { earliestExecution, executionDay } from '#app/payments/execution_day'
import PaymentOrder from '#app/payments/models/payment_order'

export type Direction = { debtorAccountId: number; executionDate: CalendarDate | null }

/**
 * Puts a draft that is there already into the pay buffer, from the account and on the day chosen for it, as one act: what
 * the buffer refuses stays the draft it was. Throws what the buffer refuses, E_ACCOUNT and E_CURRENCY for the account.
 */
export function bufferRedirected(
  orderId: number,
  direction: Direction,
  confirmed: Confirmed,
  actor: Actor
): Promise<PaymentOrder> {
  return draftIntoBuffer(
    async (trx) => {
      const order = await lockOrder(orderId, trx)
      await redirectDraft(order, direction, actor, trx)
      return order
    },
    confirmed,
    actor
  )
}

/** Another account or day for a draft under its lock; who chooses them has had a hand in it. Nothing happens where both stay. */
export async function redirectDraft(
  order: PaymentOrder,
  { debtorAccountId, executionDate }: Direction,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (order.status !== 'draft')
    throw new DomainError('E_STATE', `El pago ${order.number} ya no es un borrador.`)
  const account = await accountOf(order, debtorAccountId, actor.userId, trx)
  const earliest = earliestExecution({ cutOff: account.cutOff, speed: 'normal' })
  const day = executionDay(executionDate ?? order.executionDate, earliest)
  const from = { accountId: order.debtorAccountId, day: order.executionDate }
  if (from.accountId === debtorAccountId && from.day === day) return
  order.merge({
    debtorAccountId,
    debtorVirtualAccountId: from.accountId === debtorAccountId ? order.debtorVirtualAccountId : null,
    channel: account.channel,
    executionDate: day,
    lastEditedBy: actor.userId,
    updatedBy: actor.userId,
    lockVersion: order.lockVersion + 1,
  })
  order.fingerprint = PaymentOrder.fingerprintOf(order)
  await order.save()
  await recordEvent(
    {
      actor,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event: 'payment_order.redirected',
      diff: changedFields(
        { debtor_account_id: from.accountId, execution_date: from.day },
        { debtor_account_id: debtorAccountId, execution_date: day }
      ),
    },
    trx
  )
}
