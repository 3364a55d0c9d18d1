import { SYSTEM } from '#app/audit/record_event'
import { type LockedConnector, lockConnector } from '#app/connectors/state/lock_connector'
import { moveConnector } from '#app/connectors/state/move_connector'
import { connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { execute, inTransaction } from '#app/kernel/database/sql'

/**
 * What authorised a connection is refused for good: nothing is asked with it any more until a person has seen to it. Nothing
 * happens where somebody has put other credentials or tokens in its place meanwhile.
 */
export async function loseAuthorisation(
  used: Pick<LockedConnector, 'id' | 'credentials' | 'tokensVersion'>,
  reason: string
): Promise<void> {
  await inTransaction(async (trx) => {
    const connector = await lockConnector(used.id, trx)
    if (connector.credentials !== used.credentials || connector.tokensVersion !== used.tokensVersion) return
    await execute(
      `update connectors set tokens = null, tokens_version = tokens_version + 1, access_expires_at = null, access_renew_at = null,
          consent_expires_at = null, refreshing_until = null, last_error = :reason, last_error_at = clock_timestamp()
        where id = :id`,
      { id: used.id, reason },
      trx
    )
    if (connectorWorkflow.can(connector.status, 'lose'))
      await moveConnector(connector, { move: 'lose', actor: SYSTEM, reason }, trx)
  })
}
