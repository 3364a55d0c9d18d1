import { randomUUID } from 'node:crypto'
import { execute, row } from '#app/kernel/database/sql'

/** Longer than a page takes to come, whatever its provider; a process that was killed is followed by another after it. */
const HELD_SECONDS = 90

/** Somebody else reads the connection meanwhile: whoever began is the one that ends it. */
export class SyncUnderWay extends Error {}

/** The right to read a connection. `keep` says that its holder lives. */
export type SyncHold = { keep: () => Promise<void>; end: () => Promise<void> }

/** Takes a connection to read it; null while somebody else does. */
export async function holdSync(connectorId: number): Promise<SyncHold | null> {
  const holder = randomUUID()
  const taken = await row(
    `insert into provider_syncs as s (connector_id, holder, held_until, started_at)
     values (:connectorId, :holder, now() + make_interval(secs => ${HELD_SECONDS}), now())
     on conflict (connector_id) do update set holder = excluded.holder, held_until = excluded.held_until, started_at = excluded.started_at
       where s.held_until is null or s.held_until < now()
     returning connector_id`,
    { connectorId, holder }
  )
  if (!taken) return null
  return {
    keep: async () => {
      const kept = await execute(
        `update provider_syncs set held_until = now() + make_interval(secs => ${HELD_SECONDS}) where connector_id = :connectorId and holder = :holder`,
        { connectorId, holder }
      )
      if (kept === 0) throw new SyncUnderWay()
    },
    end: async () => {
      await execute(
        `update provider_syncs set holder = null, held_until = null where connector_id = :connectorId and holder = :holder`,
        { connectorId, holder }
      )
    },
  }
}
