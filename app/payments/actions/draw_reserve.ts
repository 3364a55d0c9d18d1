import type { Actor } from '#app/audit/record_event'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { oneRow, type Transaction } from '#app/kernel/sql'
import type PaymentOrder from '#app/payments/models/payment_order'
import { postReserve } from '#app/providers/actions/move_reserve'
import { lockFund } from '#app/providers/queries/reserve_fund'

/**
 * A payment out of a supplier's fund was charged: the fund gives it to the account that paid. What the bank did is never
 * refused, so a fund with less gives what it has. Last in its transaction, after the posting of the payment.
 */
export async function drawReserve(
  order: PaymentOrder,
  on: CalendarDate,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const [virtualAccountId, providerId] = [order.debtorVirtualAccountId, order.creditorId]
  if (virtualAccountId === null || providerId === null) return
  const fund = await lockFund(virtualAccountId, trx)
  const drawnMinor = Math.min(order.amountMinor, fund.balanceMinor)
  if (drawnMinor <= 0) return
  await postReserve(
    fund,
    {
      providerId,
      kind: 'payment',
      amountMinor: -drawnMinor,
      on,
      paymentOrderId: order.id,
      note: order.number,
      idempotencyKey: `payment_order:${order.id}:reserve_drawn:1`,
    },
    actor,
    trx
  )
}

/** The bank gave the payment back: so does the account that paid, as much as it got. */
export async function refillReserve(
  order: PaymentOrder,
  on: CalendarDate,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const [virtualAccountId, providerId] = [order.debtorVirtualAccountId, order.creditorId]
  if (virtualAccountId === null || providerId === null) return
  const fund = await lockFund(virtualAccountId, trx)
  const { drawnMinor } = await oneRow<{ drawnMinor: number }>(
    `select coalesce(-sum(amount_minor), 0)::bigint as drawn_minor from provider_reserve_movements where payment_order_id = :orderId`,
    { orderId: order.id },
    trx
  )
  if (drawnMinor <= 0) return
  await postReserve(
    fund,
    {
      providerId,
      kind: 'payment',
      amountMinor: drawnMinor,
      on,
      paymentOrderId: order.id,
      note: `${order.number} devuelto`,
      idempotencyKey: `payment_order:${order.id}:reserve_refilled:1`,
    },
    actor,
    trx
  )
}
