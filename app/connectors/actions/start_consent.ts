import encryption from '@adonisjs/core/services/encryption'
import type { Actor } from '#app/audit/record_event'
import { readTurn } from '#app/connectors/client/turn'
import { missingForConsent } from '#app/connectors/credentials/credential_fields'
import { connectionOf } from '#app/connectors/state/lock_connector'
import { DomainError } from '#app/kernel/domain_error'
import env from '#start/env'

const PURPOSE = 'connector-consent'
const OPEN_FOR = '15 minutes'

type State = { connectorId: number; userId: number; tokensVersion: number }

/** Where a provider sends people back to. */
export const consentReturnUrl = (): string => `${env.get('APP_URL')}/connections/consent`

/**
 * Where a person goes to consent; good for a quarter of an hour and once, for this connection and this person. Throws
 * DomainError where the provider has nothing of the kind or credentials are missing.
 */
export async function startConsent(id: number, actor: Actor): Promise<string> {
  const { connector, provider, credentials } = await readTurn(id)
  if (!provider.consent || connector.status === 'disabled' || actor.userId === null)
    throw new DomainError('E_CONSENT', `La conexión con ${provider.title} no se autoriza así.`)
  if (!credentials)
    throw new DomainError('E_CREDENTIALS', `Introduzca antes las credenciales de ${provider.title}.`)
  const missing = missingForConsent(provider, credentials)
  if (missing.length > 0)
    throw new DomainError('E_CREDENTIALS', `Introduzca antes ${missing.join(' y ')} de ${provider.title}.`)
  const state: State = { connectorId: id, userId: actor.userId, tokensVersion: connector.tokensVersion }
  return provider.consent.address(connectionOf(connector), credentials, {
    redirectUrl: consentReturnUrl(),
    state: encryption.encrypt(state, OPEN_FOR, PURPOSE),
  })
}

/** Whose consent a state that came back is about. Throws E_CONSENT for one that is forged, over, or of another person. */
export function readConsentState(state: string, { userId }: Pick<Actor, 'userId'>): State {
  const read = encryption.decrypt<State>(state, PURPOSE)
  if (read && read.userId === userId) return read
  throw new DomainError(
    'E_CONSENT',
    'La autorización ha caducado o la empezó otra persona: empiece de nuevo.'
  )
}
