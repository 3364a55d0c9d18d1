import { execute } from '#app/kernel/database/sql'

/** A sync of it came to its end. */
export async function noteSync(connectorId: number): Promise<void> {
  await execute(`update connectors set last_sync_at = clock_timestamp() where id = :connectorId`, {
    connectorId,
  })
}
