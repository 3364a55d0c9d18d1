import { queueSyncByClock } from '#app/banking/actions/request_sync'
import { allBanks } from '#app/banking/bank_provider'
import type { Reach } from '#app/banking/sync/sync_connector'
import { inTransaction, rows } from '#app/kernel/database/sql'

/** Puts a reading of every active connection in the queue, each by itself. Gives how many. */
export async function queueSyncs(reach: Reach): Promise<number> {
  const found = await rows<{ id: number }>(
    `select id from connectors where status = 'active' and provider = any(:banks::text[]) and coalesce(blocked_until, '-infinity') < now() order by id`,
    { banks: allBanks().map(({ connector }) => connector.code) }
  )
  let queued = 0
  for (const { id } of found) if (await inTransaction((trx) => queueSyncByClock(id, reach, trx))) queued++
  return queued
}
