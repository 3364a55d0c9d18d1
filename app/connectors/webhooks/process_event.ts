import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { type EventOutcome, giveToHandlers, type StoredEvent } from '#app/connectors/event_handlers'
import { maskedError } from '#app/jobs/masked_error'
import { execute, row, rows } from '#app/kernel/database/sql'

/** What nobody knows after so long is nobody's. */
export const FORGET_HOURS = 24
/** Minutes until it is taken up again, by how often it was; the last one from then on. */
const WAIT_MINUTES = [1, 5, 15, 60] as const
/** At once, so that one sweep comes to its end. */
const SWEEP_MAX = 500

type Found = StoredEvent & { occurredAt: Date | null; receivedAt: Date; isOld: boolean }

/**
 * Gives a stored event to those who act on such; never on what it says, always on what the provider answers when they read
 * the object again, so that one reading is an answer to all that was told of the object before it. Gives what came of it; null
 * for one that is over already. A provider that cannot be asked is waited for.
 */
export async function processEvent(eventId: number): Promise<EventOutcome | 'failed' | null> {
  const found = await row<Found>(
    `update webhook_events e
        set attempts = e.attempts + 1,
            next_try_at = clock_timestamp() + make_interval(mins => (:minutes::int[])[least(e.attempts + 1, cardinality(:minutes::int[]))])
       from connectors c
      where e.id = :eventId and e.status in ('received', 'waiting') and c.id = e.connector_id
      returning e.id, e.connector_id, c.provider, e.external_event_id as external_id, e.type, e.object_kind, e.object_id, e.occurred_at, e.received_at,
        e.received_at < clock_timestamp() - make_interval(hours => ${FORGET_HOURS}) as is_old`,
    { eventId, minutes: [...WAIT_MINUTES] }
  )
  if (!found) return null
  const { isOld, occurredAt, receivedAt, ...event } = found
  const given = {
    ...event,
    occurredAt: occurredAt?.toISOString() ?? null,
    receivedAt: receivedAt.toISOString(),
  }
  const others = await openOnesOf(given)
  try {
    const outcome = await giveToHandlers(given)
    if (outcome !== 'waiting') return close([eventId, ...others], outcome, null)
    return isOld ? close([eventId], 'ignored', 'No es de ningún objeto conocido.') : wait(eventId, null)
  } catch (error) {
    const reason = maskedError(error)
    const outcome = await (isOld ? close([eventId], 'failed', reason) : wait(eventId, reason))
    if (error instanceof NotSent || error instanceof NoAnswer) return outcome
    throw error
  }
}

/** Events whose time has come again, the oldest first; what goes wrong with one is told and does not stop the others. */
export async function processOpenEvents(): Promise<{ read: number; processed: number; troubles: string[] }> {
  const open = await rows<{ id: number }>(
    `select id from webhook_events where status in ('received', 'waiting')
        and coalesce(next_try_at, received_at + interval '2 minutes') <= clock_timestamp()
      order by next_try_at nulls first, id limit ${SWEEP_MAX}`
  )
  const troubles: string[] = []
  let processed = 0
  for (const { id } of open)
    try {
      if ((await processEvent(id)) === 'processed') processed++
    } catch (error) {
      troubles.push(`${id}: ${maskedError(error)}`)
    }
  return { read: open.length, processed, troubles }
}

/** What else was told of its object and nobody has acted on yet: whoever reads the object now reads it for these too. */
async function openOnesOf({ id, connectorId, objectKind, objectId }: StoredEvent): Promise<number[]> {
  const open = await rows<{ id: number }>(
    `select id from webhook_events where status in ('received', 'waiting') and connector_id = :connectorId
        and object_kind = :objectKind and object_id = :objectId and id <> :id`,
    { id, connectorId, objectKind, objectId }
  )
  return open.map((one) => one.id)
}

async function close<Outcome extends 'processed' | 'ignored' | 'failed'>(
  ids: number[],
  outcome: Outcome,
  error: string | null
): Promise<Outcome> {
  await execute(
    `update webhook_events set status = :outcome, error = :error, processed_at = case when :outcome <> 'failed' then clock_timestamp() end
      where id = any(:ids::bigint[]) and status in ('received', 'waiting')`,
    { ids, outcome, error }
  )
  return outcome
}

async function wait(id: number, error: string | null): Promise<'waiting'> {
  await execute(
    `update webhook_events set status = 'waiting', error = :error where id = :id and status in ('received', 'waiting')`,
    { id, error }
  )
  return 'waiting'
}
