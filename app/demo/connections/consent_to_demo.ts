import type { Actor } from '#app/audit/record_event'
import { completeConsent } from '#app/connectors/actions/complete_consent'
import { startConsent } from '#app/connectors/actions/start_consent'
import type { PlayedService } from '#app/demo/connections/demo_stand_ins'

type Consent = { connectorId: number; actor: Actor }

/** A person goes to the service, says yes and comes back with a code; nothing where the service asks nobody. */
export async function consentToDemo(service: PlayedService, { connectorId, actor }: Consent): Promise<void> {
  const code = service.memory.credentials.clientId === undefined ? null : service.consentCode()
  if (code === null) return
  const address = new URL(await startConsent(connectorId, actor))
  const state = address.searchParams.get('state') ?? ''
  const { outcome } = await completeConsent({ state, code, error: null }, actor)
  if (outcome.message !== null) throw new Error(`${service.memory.key}: ${outcome.message}`)
  service.keep()
}
