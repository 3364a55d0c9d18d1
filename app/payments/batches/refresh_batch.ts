import { execute, type Transaction } from '#app/kernel/database/sql'
import { isCommonKind } from '#app/payments/orders/page/payment_visibility'

/**
 * Brings counts, totals and state of a batch in line with its orders, those of the common kinds apart: what accounting staff
 * reads of it. One at a provider that all its payments left again failed. The caller holds the lock of the batch.
 */
export async function refreshBatch(batchId: number, trx: Transaction): Promise<void> {
  await execute(
    `update payment_batches b set count = o.n, total_minor = o.total, common_count = o.common, common_minor = o.common_total,
        status = case when o.n = 0 and b.status = 'sent' then 'failed' else payment_batch_state(b.status, o.open, o.settled, o.lost) end
       from (select count(*)::int as n, coalesce(sum(amount_minor), 0)::bigint as total,
                    count(*) filter (where ${isCommonKind('payment_orders')})::int as common, coalesce(sum(amount_minor) filter (where ${isCommonKind('payment_orders')}), 0)::bigint as common_total,
                    count(*) filter (where status = 'sent') as open, count(*) filter (where status in ('paid', 'reconciled')) as settled,
                    count(*) filter (where status in ('failed', 'returned', 'cancelled')) as lost
               from payment_orders where batch_id = :batchId) o
      where b.id = :batchId`,
    { batchId },
    trx
  )
}
