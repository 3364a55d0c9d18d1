import { eventJob } from '#app/connectors/jobs/event_job'
import { type ProviderEvent, providerOf } from '#app/connectors/provider'
import type { LockedConnector } from '#app/connectors/state/lock_connector'
import { enqueue } from '#app/jobs/queue'
import { row, type Transaction } from '#app/kernel/database/sql'

/**
 * Keeps something that a provider told, once however often it is told, with what it came with (as JSON), and queues the job
 * that acts on it. Gives whether it was new.
 */
export async function storeEvent(
  { id, provider, label, siteId }: Pick<LockedConnector, 'id' | 'provider' | 'label' | 'siteId'>,
  event: ProviderEvent,
  payload: string,
  trx: Transaction
): Promise<boolean> {
  const stored = await row<{ id: number }>(
    `insert into webhook_events (connector_id, external_event_id, type, object_kind, object_id, occurred_at, payload)
     values (:connectorId, :externalId, :type, :objectKind, :objectId, :occurredAt, :payload::jsonb)
     on conflict (connector_id, external_event_id) do nothing returning id`,
    { connectorId: id, ...event, payload },
    trx
  )
  if (!stored) return false
  await enqueue(
    eventJob,
    { eventId: stored.id },
    {
      title: `Aviso de ${providerOf(provider).title} «${label}»`,
      userId: null,
      objectType: 'connector',
      objectId: id,
      siteId,
    },
    trx
  )
  return true
}
