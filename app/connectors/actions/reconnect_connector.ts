import type { Actor } from '#app/audit/record_event'
import type { TestOutcome } from '#app/connectors/actions/connector_input'
import { testConnector } from '#app/connectors/actions/test_connector'
import { lockConnector } from '#app/connectors/state/lock_connector'
import { connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { inTransaction } from '#app/kernel/database/sql'

/** Tries a connection that waits for authorisation or had errors, and takes it into use when it works. Throws E_TRANSITION. */
export async function reconnectConnector(id: number, actor: Actor): Promise<TestOutcome> {
  const { status } = await inTransaction((trx) => lockConnector(id, trx))
  connectorWorkflow.next(status, 'reconnect')
  return testConnector(id, actor)
}
