import type { Actor } from '#app/audit/record_event'
import type { TestOutcome } from '#app/connectors/actions/connector_input'
import { openClient } from '#app/connectors/client/open_client'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { readTurn } from '#app/connectors/client/turn'
import { noConnectionText, refusedText } from '#app/connectors/failure_texts'
import { queueSubscription } from '#app/connectors/jobs/subscription_job'
import { type ConnectorProvider, ConsentGone } from '#app/connectors/provider'
import { connectionOf, lockConnector } from '#app/connectors/state/lock_connector'
import { loseAuthorisation } from '#app/connectors/state/lose_authorisation'
import { moveConnector } from '#app/connectors/state/move_connector'
import { connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'

/**
 * Asks the provider what the connection reaches. One that waited for authorisation or had errors is active again when it
 * works; one that is refused waits for authorisation.
 */
export async function testConnector(id: number, actor: Actor): Promise<TestOutcome> {
  const { connector, provider, tokens } = await readTurn(id)
  if (connector.status === 'disabled')
    throw new DomainError('E_TRANSITION', 'La conexión está desactivada: cree otra.')
  const client = await openClient(id, { as: 'test' })
  try {
    const test = await provider.test(connectionOf(connector), client, tokens)
    await activate(id, actor)
    return { test, message: null }
  } catch (error) {
    const message = await messageOf(error, id, provider)
    if (message === null) throw error
    return { test: null, message }
  }
}

async function activate(id: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const connector = await lockConnector(id, trx)
    if (connectorWorkflow.can(connector.status, 'reconnect'))
      await moveConnector(connector, { move: 'reconnect', actor, reason: null }, trx)
    // One that could read already may have been given what its provider wants before it tells news.
    else if (connector.status === 'active') await queueSubscription(connector, trx)
  })
}

/** What people are told of it; null for a bug. */
async function messageOf(error: unknown, id: number, provider: ConnectorProvider): Promise<string | null> {
  const { title } = provider
  if (error instanceof ConsentGone) {
    const { connector } = await readTurn(id)
    await loseAuthorisation(connector, 'El proveedor no acepta las credenciales.')
    return refusedText(title)
  }
  if (error instanceof NotSent)
    switch (error.reason) {
      case 'authorisation_needed':
        return (await isUnconsented(id)) ? `Falta autorizar la conexión en ${title}.` : refusedText(title)
      case 'rate_limited':
        return `${title} pide esperar: inténtelo dentro de ${waitText(error.afterSeconds)}.`
      default:
        return noConnectionText(title)
    }
  if (error instanceof NoAnswer) return noConnectionText(title)
  return isDomainError(error) ? error.message : null
}

async function isUnconsented(id: number): Promise<boolean> {
  const { provider, tokens } = await readTurn(id)
  return provider.consent !== undefined && tokens === null
}

const waitText = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, seconds)} segundos` : `${Math.ceil(seconds / 60)} minutos`
