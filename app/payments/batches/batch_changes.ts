import { rows } from '#app/kernel/database/sql'
import type { LegalViewer } from '#app/legal/scoped'
import { hiddenKinds, isSeenKind, reservedOrders, veil } from '#app/payments/orders/page/payment_visibility'

/** Payments that were taken out of a batch, those that the reader sees, with who did it and why. */
export async function batchRemovals(batchId: number, currency: string, viewer: LegalViewer) {
  const found = await rows<{
    id: number
    number: string
    creditor: string
    concept: string
    iban: string | null
    amountMinor: number
    reason: string
    by: string | null
    at: Date
  }>(
    `select o.id, o.number, o.creditor_name as creditor, o.remittance as concept, o.creditor_iban as iban, o.amount_minor, m.reason, u.name as by, m.removed_at as at
       from payment_batch_removals m join payment_orders o on o.id = m.order_id left join users u on u.id = m.removed_by
      where m.batch_id = :batchId and ${isSeenKind('o', viewer.role)} order by m.removed_at, o.number`,
    { batchId }
  )
  const hidden = await reservedOrders(
    found.map(({ id }) => id),
    viewer
  )
  return found.map((order) => {
    const isHidden = hidden.has(order.id)
    const { id, number, creditor, by, amountMinor, at } = isHidden ? veil(order) : order
    return {
      id,
      number,
      creditor,
      // What people write may name who was to be paid.
      reason: isHidden ? null : order.reason,
      by,
      amount: { minor: amountMinor, currency },
      at: at.toISOString(),
    }
  })
}

/**
 * The files of a batch that are not valid any more, the newest first. What they come to is of all their payments: who does not
 * see every kind is not told it, and why is said of each payment alone, to who sees it.
 */
export async function withdrawnFiles(batchId: number, currency: string, { role }: LegalViewer) {
  const found = await rows<{
    id: number
    messageId: string
    sha256: string
    count: number
    totalMinor: number
    downloads: number
    by: string | null
    at: Date
  }>(
    `select f.id, f.message_id, f.file_sha256 as sha256, f.count, f.total_minor, f.downloads, u.name as by, f.withdrawn_at as at
       from payment_batch_files f left join users u on u.id = f.withdrawn_by where f.batch_id = :batchId order by f.id desc`,
    { batchId }
  )
  const isWhole = hiddenKinds(role).length === 0
  return found.map(({ id, messageId, sha256, count, totalMinor, downloads, by, at }) => ({
    id,
    messageId,
    sha256,
    count: isWhole ? count : null,
    total: isWhole ? { minor: totalMinor, currency } : null,
    downloads,
    by,
    at: at.toISOString(),
  }))
}
