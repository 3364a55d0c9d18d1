import { execute, type Transaction } from '#app/kernel/sql'
import { isCommonKind } from '#app/payments/queries/payment_veil'

/**
 * Brings counts, totals and state of a batch in line with its orders, those of the common kinds apart: what accounting staff
 * reads of it. The caller holds the lock of the batch.
 */
export async function refreshBatch(batchId: number, trx: Transaction): Promise<void> {
  await execute(
    `update payment_batches b set count = o.n, total_minor = o.total, common_count = o.common, common_minor = o.common_total,
        status = case when b.status in ('sent', 'partially_done', 'done') and o.open = 0 then case when o.lost > 0 then 'partially_done' else 'done' end
                      when b.status in ('sent', 'partially_done', 'done') and o.settled + o.lost > 0 then 'partially_done'
                      else b.status end
       from (select count(*)::int as n, coalesce(sum(amount_minor), 0)::bigint as total,
                    count(*) filter (where ${isCommonKind('payment_orders')})::int as common, coalesce(sum(amount_minor) filter (where ${isCommonKind('payment_orders')}), 0)::bigint as common_total,
                    count(*) filter (where status = 'sent') as open, count(*) filter (where status in ('paid', 'reconciled')) as settled,
                    count(*) filter (where status in ('failed', 'returned')) as lost
               from payment_orders where batch_id = :batchId) o
      where b.id = :batchId`,
    { batchId },
    trx
  )
}
