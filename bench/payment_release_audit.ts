import { readFileBytes, sha256Of } from '#app/files/store_file'
import { inSnapshot, rows } from '#app/kernel/database/sql'
import { readWrittenTransfers } from '#app/payments/files/read_written_transfers'

/** What is wrong with a release, counted by payments and batches; `left` and `waiting` are where its payments stand. */
export type ReleaseFound = { left: number; waiting: number; twice: number; half: number; unnamed: number }

type OrderFound = {
  endToEndId: string
  status: string
  subStatus: string | null
  batchId: number | null
  channel: string
  releases: number
  attempts: number
  holds: number
}

type BatchFound = {
  id: number
  status: string
  channel: string
  says: string
  holds: string
  attempts: number
  jobs: number
  sha256: string | null
  storageKey: string | null
}

const ORDERS = `
  select o.end_to_end_id, o.status, o.sub_status, o.batch_id, o.channel,
      (select count(*)::int from audit_events e where e.object_type = 'payment_order' and e.object_id = o.id and e.event = 'payment_order.release') as releases,
      (select count(*)::int from payment_attempts a where a.order_id = o.id) as attempts,
      (select count(*)::int from account_holds h where h.document_type = 'payment_order' and h.document_id = o.id and h.kind = 'hard' and h.released_at is null and h.amount_minor = o.amount_minor) as holds
    from payment_orders o where o.id = any(:orderIds::bigint[])`

const BATCHES = `
  select b.id, b.status, b.channel, b.count || ' ' || b.total_minor as says,
      (select count(*) || ' ' || coalesce(sum(o.amount_minor), 0) from payment_orders o where o.batch_id = b.id) as holds,
      (select count(*)::int from payment_attempts a where a.batch_id = b.id) as attempts,
      (select count(*)::int from job_runs j where j.object_type = 'payment_batch' and j.object_id = b.id) as jobs, b.file_sha256 as sha256, f.storage_key
    from payment_batches b left join files f on f.id = b.file_id
   where b.debtor_account_id in (select debtor_account_id from payment_orders where id = any(:orderIds::bigint[]))`

/**
 * Looks at the payments of a release, and at each batch of their accounts with its file, as they are at one moment: a payment
 * either waits as it was approved, or has left once, in one whole batch.
 */
export async function inspectRelease(orderIds: number[]): Promise<ReleaseFound> {
  const { orders, batches } = await inSnapshot(async (trx) => ({
    orders: await rows<OrderFound>(ORDERS, { orderIds }, trx),
    batches: await rows<BatchFound>(BATCHES, { orderIds }, trx),
  }))
  const written = await writtenTimes(batches)
  const whole = new Set(batches.filter(isWhole).map(({ id }) => id))
  const leftOf = ({ status }: OrderFound) => status === 'sent'
  return {
    left: orders.filter(leftOf).length,
    waiting: orders.filter(({ status }) => status === 'approved').length,
    twice: orders.filter((order) => order.releases > 1 || order.attempts > 1 || timesIn(order) > 1).length,
    half:
      batches.length -
      whole.size +
      orders.filter((order) => (leftOf(order) ? !hasLeft(order) : !isUntouched(order))).length,
    unnamed: orders.filter(
      ({ status, subStatus }) => status !== 'approved' && !(status === 'sent' && subStatus === 'queued')
    ).length,
  }

  function timesIn({ endToEndId }: OrderFound): number {
    return written.get(endToEndId) ?? 0
  }

  function hasLeft(order: OrderFound): boolean {
    const isThere = order.channel === 'api' ? order.attempts === 1 : timesIn(order) === 1
    return (
      isThere &&
      order.batchId !== null &&
      whole.has(order.batchId) &&
      order.releases === 1 &&
      order.holds === 1
    )
  }

  function isUntouched(order: OrderFound): boolean {
    return (
      order.batchId === null &&
      order.releases === 0 &&
      order.attempts === 0 &&
      order.holds === 1 &&
      timesIn(order) === 0
    )
  }
}

/** A batch that is ready, adds up, and has its file or the job that sends it; its attempt is on record once. */
function isWhole({ status, channel, says, holds, attempts, jobs, storageKey }: BatchFound): boolean {
  const hasWay = channel === 'api' ? jobs === 1 : attempts === 1 && storageKey !== null
  return status === 'ready' && says === holds && hasWay
}

/** How often each payment stands in the files that are kept; a file that is not what was noted of it counts for nothing. */
async function writtenTimes(batches: readonly BatchFound[]): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const { storageKey, sha256 } of batches) {
    if (storageKey === null) continue
    const bytes = await readFileBytes({ storageKey })
    if (sha256Of(bytes) !== sha256) continue
    for (const { endToEndId } of readWrittenTransfers(Buffer.from(bytes).toString('utf8')).transfers)
      if (endToEndId !== null) times.set(endToEndId, (times.get(endToEndId) ?? 0) + 1)
  }
  return times
}
