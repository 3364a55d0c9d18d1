import type { Actor } from '#app/audit/record_event'
import { lockConnector } from '#app/connectors/state/lock_connector'
import { moveConnector } from '#app/connectors/state/move_connector'
import { inTransaction } from '#app/kernel/database/sql'

/** Goes on after a pause. */
export async function resumeConnector(id: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    await moveConnector(await lockConnector(id, trx), { move: 'resume', actor, reason: null }, trx)
  })
}
