import { exchange } from '#app/connectors/client/exchange'
import { secretsOf } from '#app/connectors/client/exchange_secrets'
import { haltUntil, noteRefused, noteWorked } from '#app/connectors/client/halts'
import { noteCall } from '#app/connectors/client/note_call'
import { NotSent, type ProviderAnswer, type ProviderRequest } from '#app/connectors/client/provider_client'
import type { Exchange } from '#app/connectors/client/record_exchange'
import { retryAfterSeconds } from '#app/connectors/client/retry_after'
import type { ConnectorProvider, Credentials, Tokens } from '#app/connectors/provider'
import { execute } from '#app/kernel/database/sql'

type Asked = { id: number; baseUrl: string }
/** What nothing written may contain. */
export type Known = { provider: ConnectorProvider; credentials: Credentials; tokens: Tokens | null }

/** Clocks of the provider and of ours need not agree to the millisecond. */
const MARGIN_SECONDS = 0.1

/** One exchange and its line in the log of the connection, whatever came of it; `mark` stands for what authorises it. Throws as `exchange` does. */
export async function loggedExchange(
  { id, baseUrl }: Asked,
  { provider, credentials, tokens }: Known,
  request: ProviderRequest,
  mark: string | null = null
): Promise<ProviderAnswer> {
  const done: Exchange[] = []
  try {
    return await exchange(request, {
      baseUrl,
      service: provider.code,
      connection: String(id),
      secrets: secretsOf(provider, credentials, tokens),
      clientCertificate: provider.clientCertificate?.(credentials, baseUrl) ?? null,
      ...(provider.timeoutMs === undefined ? {} : { timeoutMs: provider.timeoutMs }),
      onExchange: (one) => {
        done.push(one)
        if (one.response) halt(id, one.response, mark)
      },
    })
  } finally {
    for (const one of done) await noteCall(id, one)
  }
}

/** At once, before anything else of this process may go on. */
function halt(id: number, response: Pick<ProviderAnswer, 'status' | 'headers'>, mark: string | null): void {
  if (response.status === 429)
    haltUntil(id, Date.now() + (retryAfterSeconds(response) + MARGIN_SECONDS) * 1000)
  if (mark !== null && response.status === 401) noteRefused(id, mark)
  if (mark !== null && response.status < 400) noteWorked(id, mark)
}

/** Nobody asks this provider for this connection before it said. Gives what whoever was refused throws. */
export async function blockAfter429(
  connectorId: number,
  answer: Pick<ProviderAnswer, 'headers'>
): Promise<NotSent> {
  const seconds = retryAfterSeconds(answer)
  await execute(
    `update connectors set blocked_until = greatest(blocked_until, clock_timestamp() + make_interval(secs => :seconds))
      where id = :connectorId`,
    { connectorId, seconds: seconds + MARGIN_SECONDS }
  )
  return new NotSent('rate_limited', 'El proveedor pide esperar.', Math.ceil(seconds))
}
