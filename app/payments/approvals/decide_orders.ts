import type { Actor } from '#app/audit/record_event'
import {
  approving,
  bufferLocked,
  decideLocked,
  type OrderApproval,
  rejectLocked,
} from '#app/payments/approvals/decide_order'
import { judgeSources } from '#app/payments/orders/checks/judge_sources'
import { verifyPayees } from '#app/payments/orders/checks/verify_payee'
import { eachOfSeveral } from '#app/payments/orders/each_of_several'
import type { BulkOutcome } from '#app/payments/orders/page/bulk_outcome'
import type PaymentOrder from '#app/payments/orders/payment_order'

type Shows = { id: number; fingerprint: string }

/** Approves several, each against the fingerprint that was shown: one that is refused leaves the others. */
export async function approveOrders(
  orders: readonly Shows[],
  { comment, actor }: { comment: string | null; actor: Actor }
): Promise<BulkOutcome<OrderApproval>> {
  const ids = orders.map(({ id }) => id)
  const shown = new Map(orders.map(({ id, fingerprint }) => [id, fingerprint]))
  await judgeSources(ids)
  return eachOfSeveral({
    ids,
    checked: { point: 'approve', userId: actor.userId },
    work(order, trx, judge) {
      const decision = { shownFingerprint: shown.get(order.id) ?? '', comment, actor }
      return decideLocked(order, { ...decision, judge }, approving(decision), trx)
    },
  })
}

/** Puts several drafts into the pay buffer: one that is refused leaves the others. */
export async function bufferOrders(
  orderIds: readonly number[],
  confirmed: { confirmDuplicate: boolean; confirmPayee: boolean },
  actor: Actor
): Promise<BulkOutcome<PaymentOrder>> {
  await verifyPayees(orderIds)
  return eachOfSeveral({
    ids: orderIds,
    checked: { point: 'buffer', userId: actor.userId },
    async work(order, trx, judge) {
      await bufferLocked(order, { ...confirmed, ...(judge ? { judge } : {}) }, actor, trx)
      return order
    },
  })
}

/** Sends several back to their creators with one comment. */
export function rejectOrders(
  orderIds: readonly number[],
  comment: string,
  actor: Actor
): Promise<BulkOutcome> {
  return eachOfSeveral({
    ids: orderIds,
    work: (order, trx) => rejectLocked(order, comment, actor, trx),
  })
}
