import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { kindOf } from '#app/payments/kinds/payment_kind'
import { earliestExecution, executionDay } from '#app/payments/orders/checks/execution_day'
import { NOT_INSTANT } from '#app/payments/orders/checks/judge_account'
import { lockOrder, NOT_REJECTED } from '#app/payments/orders/move_order'
import { type Confirmed, draftIntoBuffer } from '#app/payments/orders/order_into_buffer'
import PaymentOrder from '#app/payments/orders/payment_order'
import { accountOf } from '#app/payments/orders/place_order'

/** An instant transfer is there in seconds, at any hour, and cannot be called back. */
export type Speed = 'normal' | 'instant'

export type Direction = {
  debtorAccountId: number
  executionDate: CalendarDate | null
  /** As it is unless told. */
  speed?: Speed
}

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

/** Another account, day or speed for a draft under its lock; who chooses them has had a hand in it. Nothing happens where all stay. Throws E_SPEED at `is_instant` where the bank makes no instant transfers. */
export async function redirectDraft(
  order: PaymentOrder,
  { debtorAccountId, executionDate, speed = order.speed as Speed }: Direction,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (order.status !== 'draft')
    throw new DomainError('E_STATE', `El pago ${order.number} ya no es un borrador.`)
  if (kindOf(order.kind).isFromOneAccount && debtorAccountId !== order.debtorAccountId)
    throw new DomainError(
      'E_ACCOUNT',
      'La cuenta de cargo de un traspaso no se cambia: cancele el pago y cree otro traspaso.',
      { field: 'debtor_account_id' }
    )
  const account = await accountOf(order, debtorAccountId, actor.userId, trx)
  if (order.quoteId !== null && debtorAccountId !== order.debtorAccountId)
    throw new DomainError(
      'E_ACCOUNT',
      'El presupuesto de cambio es de la cuenta de cargo: cancele el pago y cree otro desde la nueva.',
      { field: 'debtor_account_id' }
    )
  const earliest = earliestExecution({ cutOff: account.cutOff, speed })
  const day = executionDay(executionDate ?? order.executionDate, earliest)
  if (speed === 'instant' && !account.isInstant)
    throw new DomainError('E_SPEED', NOT_INSTANT, { field: 'is_instant' })
  const from = { accountId: order.debtorAccountId, day: order.executionDate, speed: order.speed }
  if (from.accountId === debtorAccountId && from.day === day && from.speed === speed) return
  order.merge({
    debtorAccountId,
    payerSiteId: account.siteId,
    debtorVirtualAccountId: from.accountId === debtorAccountId ? order.debtorVirtualAccountId : null,
    channel: account.channel,
    executionDate: day,
    speed,
    lastEditedBy: actor.userId,
    updatedBy: actor.userId,
    ...NOT_REJECTED,
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
        { debtor_account_id: from.accountId, execution_date: from.day, speed: from.speed },
        { debtor_account_id: debtorAccountId, execution_date: day, speed }
      ),
    },
    trx
  )
}
