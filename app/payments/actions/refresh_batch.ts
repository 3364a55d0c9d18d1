import { execute, type Transaction } from '#app/kernel/sql'

/** Brings count, total and state of a batch in line with its orders; the caller holds the lock of the batch. */
export async function refreshBatch(batchId: number, trx: Transaction): Promise<void> {
  await execute(
    `update payment_batches b set count = o.n, total_minor = o.total,
        status = case when b.status in ('sent', 'partially_done', 'done') and o.open = 0 then case when o.lost > 0 then 'partially_done' else 'done' end
                      when b.status in ('sent', 'partially_done', 'done') and o.settled + o.lost > 0 then 'partially_done'
                      else b.status end
       from (select count(*)::int as n, coalesce(sum(amount_minor), 0)::bigint as total,
                    count(*) filter (where status = 'sent') as open, count(*) filter (where status in ('paid', 'reconciled')) as settled,
                    count(*) filter (where status in ('failed', 'returned')) as lost
               from payment_orders where batch_id = :batchId) o
      where b.id = :batchId`,
    { batchId },
    trx
  )
}
