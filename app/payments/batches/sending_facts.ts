import { row } from '#app/kernel/database/sql'
import { ANSWER_PROOF } from '#app/payments/files/order_outcomes'
import type { BadgeFacts } from '#app/payments/orders/page/order_badges'
import type PaymentOrder from '#app/payments/orders/payment_order'

/** What the state of an order is told from. */
export const stateOf = (order: PaymentOrder): BadgeFacts => ({
  status: order.status,
  subStatus: order.subStatus,
  channel: order.channel,
  holdReason: order.holdReason,
  isRejected: order.rejectedAt !== null,
  isPaidByHand:
    order.channel !== 'api' && order.paidProof !== null && !order.paidProof.startsWith(ANSWER_PROOF),
})

export type Sending = {
  isDownloaded: boolean
  /** Who said that the file is at the bank, and when; null of what goes there by itself, and until somebody does. */
  marked: { by: string | null; at: string } | null
}

/** How far the file of an order has come, by what people did with it. */
export async function sendingOf({ batchId, channel }: PaymentOrder): Promise<Sending> {
  const batch = await row<{ downloads: number; sentBy: string | null; sentAt: Date | null }>(
    `select b.downloads, u.name as sent_by, b.sent_at from payment_batches b left join users u on u.id = b.sent_by where b.id = :batchId::bigint`,
    { batchId }
  )
  if (!batch || channel === 'api') return { isDownloaded: false, marked: null }
  return {
    isDownloaded: batch.downloads > 0,
    marked: batch.sentAt ? { by: batch.sentBy, at: batch.sentAt.toISOString() } : null,
  }
}

/** Who refused a draft, when and why; null once somebody has gone on with it. */
export async function rejectionOf({ id, rejectedAt }: PaymentOrder) {
  if (rejectedAt === null) return null
  const found = await row<{ by: string | null; at: Date; reason: string }>(
    `select u.name as by, o.rejected_at as at, o.rejection_reason as reason from payment_orders o left join users u on u.id = o.rejected_by where o.id = :id`,
    { id }
  )
  return found ? { ...found, at: found.at.toISOString() } : null
}

/** The batch that an order was taken out of, by whom and why. */
export async function removalOf(orderId: number) {
  const found = await row<{ id: number; number: string; by: string | null; at: Date; reason: string }>(
    `select b.id, b.number, u.name as by, m.removed_at as at, m.reason from payment_batch_removals m join payment_batches b on b.id = m.batch_id
       left join users u on u.id = m.removed_by where m.order_id = :orderId`,
    { orderId }
  )
  return found ? { ...found, at: found.at.toISOString() } : null
}
