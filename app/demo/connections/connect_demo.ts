import type { Actor } from '#app/audit/record_event'
import { createConnector } from '#app/connectors/actions/create_connector'
import { consentToDemo } from '#app/demo/connections/consent_to_demo'
import { noteService, type PlayedService, playService } from '#app/demo/connections/demo_stand_ins'
import type { DemoSite } from '#app/demo/group/demo_sites'

/** A connection of the demo and the service at its other end. */
export type DemoConnection = {
  key: string
  provider: string
  site: DemoSite
  label: string
  credentials: Record<string, string>
  /** In its euro account before the first movement, in cents. */
  openingMinor: number
  makeDump: () => string
}

/** Starts the service anew and connects the company with it, as people do: form, test and consent. */
export async function connectDemo(
  { key, provider, site, label, credentials, makeDump }: DemoConnection,
  actor: Actor
): Promise<{ service: PlayedService; connectorId: number }> {
  const service = await playService({
    key,
    provider,
    port: 0,
    connectorId: null,
    credentials,
    dump: makeDump(),
  })
  const { id } = await createConnector(
    {
      provider,
      siteId: site.id,
      label,
      environment: 'sandbox_local',
      baseUrl: service.url,
      credentials,
      settings: service.settings(),
    },
    actor
  )
  noteService(service, id)
  await consentToDemo(service, { connectorId: id, actor })
  return { service, connectorId: id }
}
