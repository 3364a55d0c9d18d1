import type { ProviderClient } from '#app/connectors/client/provider_client'
import { providerOf } from '#app/connectors/provider'
import { connectionOf, LOCKED_COLUMNS, type LockedConnector } from '#app/connectors/state/lock_connector'
import { storeEvent } from '#app/connectors/webhooks/store_event'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { storableJson } from '#app/kernel/database/storable_json'

const RESOURCE = 'webhooks:missed'
/** Asked for the first time: services keep what they could not deliver for some weeks. */
const FIRST_DAYS = 14
/** A delivery counts as failed after its last try, under the instant of what it tells: so far back it may still come up. */
const OVERLAP_HOURS = 24
const HOUR_MS = 3_600_000

/**
 * Asks a provider that keeps it what it could not deliver to a connection, and stores what is new as if it had come by itself;
 * asked again, nothing is there twice. Gives how many were new; none where the provider keeps nothing or is not subscribed.
 * Throws what the client throws.
 */
export async function takeMissedEvents(connectorId: number, client: ProviderClient): Promise<number> {
  const connector = await row<LockedConnector & { highWater: Date | null }>(
    `select ${LOCKED_COLUMNS}, s.high_water from connectors c left join sync_cursors s on s.connector_id = c.id and s.resource = '${RESOURCE}'
      where c.id = :connectorId`,
    { connectorId }
  )
  if (!connector || connector.webhookSubscriptionId === null) return 0
  const { missed } = providerOf(connector.provider).webhooks
  if (!missed) return 0
  const askedAt = new Date()
  const since = sinceWhen(connector.highWater, askedAt)
  const events = await missed(connectionOf(connector), client, connector.webhookSubscriptionId, since)
  return inTransaction(async (trx) => {
    let fresh = 0
    for (const event of events)
      if (await storeEvent(connector, event, storableJson({ missed: event }), trx)) fresh++
    await keepAsked(connectorId, askedAt, trx)
    return fresh
  })
}

const sinceWhen = (highWater: Date | null, now: Date): Date =>
  highWater
    ? new Date(highWater.getTime() - OVERLAP_HOURS * HOUR_MS)
    : new Date(now.getTime() - FIRST_DAYS * 24 * HOUR_MS)

const keepAsked = (connectorId: number, askedAt: Date, trx: Transaction) =>
  execute(
    `insert into sync_cursors as s (connector_id, resource, high_water, last_run_at) values (:connectorId, '${RESOURCE}', :askedAt, now())
     on conflict (connector_id, resource) do update set high_water = greatest(s.high_water, excluded.high_water), last_run_at = now()`,
    { connectorId, askedAt },
    trx
  )
