import { type Client, execute, row } from '#app/kernel/database/sql'

/** How far an account has been read: everything that came up or changed before `highWater` is there. */
export type SyncCursor = { highWater: Date }

const resourceOf = (accountExternalId: string) => `movements:${accountExternalId}`

/** Null of an account that has never been read to its end. */
export async function readCursor(connectorId: number, accountExternalId: string): Promise<SyncCursor | null> {
  return row<SyncCursor>(
    `select high_water from sync_cursors where connector_id = :connectorId and resource = :resource and high_water is not null`,
    { connectorId, resource: resourceOf(accountExternalId) }
  )
}

type Read = { connectorId: number; accountExternalId: string; begunAt: Date; isFull: boolean }

/** An account was read to its end by a reading that began at an instant. */
export async function keepCursor(
  { connectorId, accountExternalId, begunAt, isFull }: Read,
  client?: Client
): Promise<void> {
  await execute(
    `insert into sync_cursors as s (connector_id, resource, high_water, full_resync_at, last_run_at)
     values (:connectorId, :resource, :begunAt, case when :isFull then now() end, now())
     on conflict (connector_id, resource) do update set high_water = greatest(s.high_water, excluded.high_water),
       full_resync_at = coalesce(excluded.full_resync_at, s.full_resync_at), last_run_at = now()`,
    { connectorId, resource: resourceOf(accountExternalId), begunAt, isFull },
    client
  )
}
