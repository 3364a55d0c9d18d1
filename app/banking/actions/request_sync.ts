import type { Actor } from '#app/audit/record_event'
import { type SyncConnectionData, syncConnectionJob } from '#app/banking/jobs/sync_connection_job'
import type { Reach } from '#app/banking/sync/sync_connector'
import { addRun, enqueue, sendRun } from '#app/jobs/queue'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'

/**
 * «Sincronizar ahora»: gives the run whose progress its person sees. While a reading of the connection waits or is under
 * way, that one.
 */
export function requestSync(connectorId: number, actor: Pick<Actor, 'userId'>): Promise<number> {
  return inTransaction((trx) => queueSync({ connectorId, reach: 'recent', userId: actor.userId }, trx))
}

/** The same in the transaction of what makes it necessary (a new connection, an account that was linked). */
export async function queueSync(data: SyncConnectionData, trx: Transaction): Promise<number> {
  const about = await lockAbout(data.connectorId, trx)
  const open = await openRun(data.connectorId, trx)
  if (open !== null) return open
  return enqueue(syncConnectionJob, data, { ...about, userId: data.userId }, trx)
}

/** By the clock: a run that finds nothing leaves no row. Gives whether there was none already. */
export async function queueSyncByClock(
  connectorId: number,
  reach: Reach,
  trx: Transaction
): Promise<boolean> {
  const about = await lockAbout(connectorId, trx)
  if ((await openRun(connectorId, trx)) !== null) return false
  const runId = await addRun(syncConnectionJob, { ...about, userId: null, trigger: 'schedule' }, trx)
  if (runId === null) return false
  await sendRun(syncConnectionJob, { runId, data: { connectorId, reach, userId: null } }, trx)
  return true
}

/** What its run is about; who asks at the same time comes after. */
async function lockAbout(connectorId: number, trx: Transaction) {
  const { label, siteId } = await oneRow<{ label: string; siteId: number }>(
    `select label, site_id from connectors where id = :connectorId for no key update`,
    { connectorId },
    trx
  )
  return { title: `Sincronizar ${label}`, objectType: 'connector', objectId: connectorId, siteId }
}

/** How long a run may wait or work before it counts as lost, so that nothing waits for it. */
const OPEN_HOURS = 2

async function openRun(connectorId: number, trx: Transaction): Promise<number | null> {
  const open = await row<{ id: number }>(
    `select id from job_runs where object_type = 'connector' and object_id = :connectorId and queue = :queue and status in ('queued', 'running')
        and created_at > now() - interval '${OPEN_HOURS} hours' order by id desc limit 1`,
    { connectorId, queue: syncConnectionJob.queue },
    trx
  )
  return open?.id ?? null
}
