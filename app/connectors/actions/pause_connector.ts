import type { Actor } from '#app/audit/record_event'
import { lockConnector } from '#app/connectors/state/lock_connector'
import { moveConnector } from '#app/connectors/state/move_connector'
import { inTransaction } from '#app/kernel/database/sql'

/** Nothing is asked of the provider until it is resumed; payments wait. */
export async function pauseConnector(id: number, reason: string | null, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    await moveConnector(await lockConnector(id, trx), { move: 'pause', actor, reason }, trx)
  })
}
