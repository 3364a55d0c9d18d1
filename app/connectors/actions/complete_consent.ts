import { type Actor, recordEvent } from '#app/audit/record_event'
import type { TestOutcome } from '#app/connectors/actions/connector_input'
import { consentReturnUrl, readConsentState } from '#app/connectors/actions/start_consent'
import { testConnector } from '#app/connectors/actions/test_connector'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { readTurn, type Turn } from '#app/connectors/client/turn'
import { noConnectionText } from '#app/connectors/failure_texts'
import { ConsentGone, type Tokens } from '#app/connectors/provider'
import { connectionOf } from '#app/connectors/state/lock_connector'
import { bareAskOf } from '#app/connectors/tokens/bare_ask'
import { storeTokens } from '#app/connectors/tokens/store_tokens'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Came = { state: string; code: string | null; error: string | null }

/** Turns what came back with the person into tokens and tries the connection. Throws DomainError. */
export async function completeConsent(
  { state, code, error }: Came,
  actor: Actor
): Promise<{ connectorId: number; outcome: TestOutcome }> {
  const { connectorId, tokensVersion } = readConsentState(state, actor)
  const turn = await readTurn(connectorId)
  if (error !== null || code === null)
    throw new DomainError('E_CONSENT', `No se ha autorizado la conexión en ${turn.provider.title}.`)
  if (turn.connector.tokensVersion !== tokensVersion)
    throw new DomainError('E_CONSENT', 'La conexión se ha autorizado entretanto: recargue la página.')
  const tokens = await askForTokens(turn, code)
  await keep(turn, tokens, actor)
  return { connectorId, outcome: await testConnector(connectorId, actor) }
}

async function askForTokens({ connector, provider, credentials }: Turn, code: string): Promise<Tokens> {
  if (!provider.consent || !credentials)
    throw new DomainError('E_CONSENT', `La conexión con ${provider.title} no se autoriza así.`)
  try {
    const ask = bareAskOf(connector, { provider, credentials, tokens: null })
    const came = { code, redirectUrl: consentReturnUrl() }
    return await provider.consent.complete(connectionOf(connector), credentials, came, ask)
  } catch (error) {
    if (error instanceof ConsentGone)
      throw new DomainError('E_CONSENT', `${provider.title} no acepta la autorización: empiece de nuevo.`)
    if (error instanceof NotSent || error instanceof NoAnswer)
      throw new DomainError('E_CONSENT', noConnectionText(provider.title))
    throw error
  }
}

async function keep({ connector }: Turn, tokens: Tokens, actor: Actor): Promise<void> {
  const { id, siteId, tokensVersion } = connector
  await inTransaction(async (trx) => {
    if (!(await storeTokens(id, tokens, { version: tokensVersion, wasRefused: false }, trx)))
      throw new DomainError('E_CONSENT', 'La conexión ha cambiado entretanto: recargue la página.')
    await recordEvent(
      { actor, objectType: 'connector', objectId: id, siteId, event: 'connector.consented' },
      trx
    )
  })
}
