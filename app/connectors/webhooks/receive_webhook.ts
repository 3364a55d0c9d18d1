import { recordWebhook } from '#app/connectors/client/record_exchange'
import { providerOf } from '#app/connectors/provider'
import { LOCKED_COLUMNS, type LockedConnector } from '#app/connectors/state/lock_connector'
import { countRefusal } from '#app/connectors/webhooks/count_refusal'
import { storeEvent } from '#app/connectors/webhooks/store_event'
import { secretsThatCount } from '#app/connectors/webhooks/webhook_secrets'
import { inTransaction, row } from '#app/kernel/database/sql'
import { storableJson } from '#app/kernel/database/storable_json'

type Delivery = {
  provider: string
  token: string
  raw: string
  headers: Readonly<Record<string, string | undefined>>
}

/**
 * Takes what a provider tells: the address says of which connection, its signature and time are checked over the raw bytes,
 * it is stored once however often it comes, and a job acts on it. `unknown` for an address of no connection, `refused` for a
 * signature or time that is not right.
 */
export async function receiveWebhook({
  provider,
  token,
  raw,
  headers,
}: Delivery): Promise<'taken' | 'refused' | 'unknown'> {
  const connector = await row<LockedConnector>(
    `select ${LOCKED_COLUMNS} from connectors c where c.webhook_token = :token and c.provider = :provider and c.status <> 'disabled'`,
    { token, provider }
  )
  if (!connector) return 'unknown'
  const now = new Date()
  const events = providerOf(provider).webhooks.read({ raw, headers }, secretsThatCount(connector, now), now)
  recordWebhook({
    at: now.toISOString(),
    service: provider,
    connection: String(connector.id),
    webhook: { headers: told(headers), body: raw },
    accepted: events !== null,
  })
  if (events === null) {
    await countRefusal(connector.id)
    return 'refused'
  }
  await inTransaction(async (trx) => {
    for (const event of events) await storeEvent(connector, event, payloadOf(raw), trx)
  })
  return 'taken'
}

/** As text PostgreSQL takes: JSON knows a sign that it does not store. */
function payloadOf(raw: string): string {
  try {
    return storableJson(JSON.parse(raw))
  } catch {
    return storableJson({ raw })
  }
}

const told = (headers: Delivery['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? '']))
