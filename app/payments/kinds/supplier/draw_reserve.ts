import type { Actor } from '#app/audit/record_event'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { postReserve } from '#app/providers/actions/move_reserve'
import { lockFund, type ReserveFund } from '#app/providers/queries/reserve_fund'

/**
 * A payment out of a supplier's fund was charged: the fund gives it to the account that paid. What the bank did is never
 * refused, so a fund with less gives what it has. Last in its transaction, after the posting of the payment.
 */
export function drawReserve(
  order: PaymentOrder,
  on: CalendarDate,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  return moveFor(
    order,
    { event: 'drawn', on, note: order.number },
    actor,
    trx,
    async ({ balanceMinor }) => -Math.min(order.amountMinor, balanceMinor)
  )
}

/** The bank gave the payment back: so does the account that paid, as much as it got. */
export function refillReserve(
  order: PaymentOrder,
  on: CalendarDate,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const note = `${order.number} devuelto`
  return moveFor(order, { event: 'refilled', on, note }, actor, trx, async () => {
    const { drawnMinor } = await oneRow<{ drawnMinor: number }>(
      `select coalesce(-sum(amount_minor), 0)::bigint as drawn_minor from provider_reserve_movements where payment_order_id = :orderId`,
      { orderId: order.id },
      trx
    )
    return drawnMinor
  })
}

type Moved = { event: 'drawn' | 'refilled'; on: CalendarDate; note: string }

/** Moves the fund of an order by so much, under its lock; nothing where the order has none or there is nothing to move. */
async function moveFor(
  order: PaymentOrder,
  { event, on, note }: Moved,
  actor: Actor,
  trx: Transaction,
  amountOf: (fund: ReserveFund) => Promise<number>
): Promise<void> {
  const { debtorVirtualAccountId: virtualAccountId, creditorId: providerId } = order
  if (virtualAccountId === null || providerId === null) return
  const fund = await lockFund(virtualAccountId, trx)
  const amountMinor = await amountOf(fund)
  if (amountMinor === 0) return
  await postReserve(
    fund,
    {
      providerId,
      kind: 'payment',
      amountMinor,
      on,
      paymentOrderId: order.id,
      note,
      idempotencyKey: `payment_order:${order.id}:reserve_${event}:1`,
    },
    actor,
    trx
  )
}
