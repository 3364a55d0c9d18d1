import type { Actor } from '#app/audit/record_event'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { disableHindrances } from '#app/connectors/ports'
import { lockConnector } from '#app/connectors/state/lock_connector'
import { moveConnector } from '#app/connectors/state/move_connector'
import { unsubscribe } from '#app/connectors/webhooks/subscribe'
import { connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { type Client, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { findHindrances } from '#app/kernel/hindrances'

/** Ends a connection for good and forgets its secrets. Throws E_HINDERED while payments are on their way with it. */
export async function disableConnector(id: number, actor: Actor): Promise<void> {
  const connector = await inTransaction((trx) => lockConnector(id, trx))
  connectorWorkflow.next(connector.status, 'disable')
  await refuseHindered(id)
  if (connector.status === 'active') await unsubscribe(connector).catch(forgive)
  await inTransaction(async (trx) => {
    const locked = await lockConnector(id, trx)
    await refuseHindered(id, trx)
    await moveConnector(locked, { move: 'disable', actor, reason: null }, trx)
  })
}

async function refuseHindered(id: number, client?: Client): Promise<void> {
  const found = await findHindrances(disableHindrances.all(), id, client ? { client } : {})
  if (found.length > 0) throw new DomainError('E_HINDERED', found.map(({ text }) => text).join(' '))
}

/** A provider that does not answer does not keep a connection from ending: what it still sends is answered with 404. */
function forgive(error: unknown): void {
  if (!(error instanceof NotSent || error instanceof NoAnswer)) throw error
}
