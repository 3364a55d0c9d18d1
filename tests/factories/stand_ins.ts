import { exchange } from '#app/connectors/client/exchange'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection, ConnectorProvider, Credentials, Tokens } from '#app/connectors/provider'

type PlainOptions = {
  /** As the record of exchanges has it: one a test, or two tests look like one client. */
  name?: string
  settings?: Connection['settings']
  timeoutMs?: number
}

/** A client without the frame: it authorises, asks and gives back what came. For adapters against a stand-in. */
export function plainClient(
  provider: ConnectorProvider,
  baseUrl: string,
  credentials: Credentials,
  tokens: Tokens | null = null,
  { name = crypto.randomUUID(), settings = {}, timeoutMs = 5_000 }: PlainOptions = {}
): { client: ProviderClient; connection: Connection } {
  const connection: Connection = {
    id: 1,
    provider: provider.code,
    siteId: 1,
    label: provider.title,
    environment: 'sandbox_local',
    baseUrl,
    settings,
  }
  const client: ProviderClient = {
    ask: (request) =>
      exchange(
        request.isAuthorised === false
          ? request
          : {
              ...request,
              headers: { ...request.headers, ...provider.authorise(credentials, tokens, connection) },
            },
        { baseUrl, service: provider.code, connection: name, timeoutMs }
      ),
  }
  return { client, connection }
}
