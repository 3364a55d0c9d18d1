import type { Actor } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { holdFunds, moveOrder } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** The ways from the pay buffer back to draft: refused by who approves, modified, or taken out. */
type WayBack = 'reject' | 'reopen' | 'take_out'

/** A locked order leaves the pay buffer: what was approved of it is void and its money is free. */
export async function backToDraft(
  order: PaymentOrder,
  way: WayBack,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  await moveOrder(order, way, actor, trx, { reason })
  await revokeDecisions('payment_order', order.id, trx)
  await holdFunds(order, 'none', trx)
}
