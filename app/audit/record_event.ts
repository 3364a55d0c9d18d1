import { execute, type Transaction } from '#app/kernel/database/sql'

/** Who acts: a signed-in person, the system itself, or a visitor of a public page. */
export type Actor = {
  userId: number | null
  kind: 'user' | 'system' | 'public' | 'api'
  ip?: string | null
  requestId?: string | null
  userAgent?: string | null
}

export const SYSTEM: Actor = { userId: null, kind: 'system' }

export type AuditEvent = {
  actor: Actor
  objectType: string
  objectId: number | null
  event: string
  siteId?: number | null
  from?: string | null
  to?: string | null
  reason?: string | null
  diff?: Record<string, [unknown, unknown]> | null
}

/**
 * Writes what happened, in the transaction in which it happens: the row is append-only, in the database too.
 * `diff` holds `[before, after]` for each field.
 */
export function recordEvent(event: AuditEvent, trx: Transaction): Promise<void> {
  return recordEvents([event], trx)
}

/** The same for many events at once, in their order. */
export async function recordEvents(events: readonly AuditEvent[], trx: Transaction): Promise<void> {
  await execute(
    `insert into audit_events (user_id, actor_kind, site_id, object_type, object_id, event, from_status, to_status, reason, diff, ip, request_id)
     select user_id, actor_kind, site_id, object_type, object_id, event, from_status, to_status, reason, diff, ip, request_id
       from jsonb_to_recordset(:events::jsonb) as e(user_id bigint, actor_kind text, site_id bigint, object_type text, object_id bigint, event text,
         from_status text, to_status text, reason text, diff jsonb, ip inet, request_id text)`,
    { events: JSON.stringify(events.map(eventRow)) },
    trx
  )
}

/** The same step of many objects of one kind, without sending thousands of events that differ by their keys alone. */
export async function recordStep(
  { actor, ...event }: Omit<AuditEvent, 'objectId' | 'siteId' | 'diff'>,
  objects: readonly { id: number; siteId: number }[],
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into audit_events (user_id, actor_kind, site_id, object_type, object_id, event, from_status, to_status, reason, ip, request_id)
     select :userId::bigint, :actorKind, o.site_id, :objectType, o.id, :event, :from, :to, :reason, :ip::inet, :requestId
       from unnest(:ids::bigint[], :siteIds::bigint[]) with ordinality as o(id, site_id, place) order by o.place`,
    {
      userId: actor.userId,
      actorKind: actor.kind,
      objectType: event.objectType,
      event: event.event,
      from: event.from ?? null,
      to: event.to ?? null,
      reason: event.reason ?? null,
      ip: actor.ip ?? null,
      requestId: actor.requestId ?? null,
      ids: objects.map(({ id }) => id),
      siteIds: objects.map(({ siteId }) => siteId),
    },
    trx
  )
}

function eventRow({ actor, ...event }: AuditEvent) {
  return {
    user_id: actor.userId,
    actor_kind: actor.kind,
    site_id: event.siteId ?? null,
    object_type: event.objectType,
    object_id: event.objectId,
    event: event.event,
    from_status: event.from ?? null,
    to_status: event.to ?? null,
    reason: event.reason ?? null,
    diff: event.diff ?? null,
    ip: actor.ip ?? null,
    request_id: actor.requestId ?? null,
  }
}

/** The fields of `after` that differ from `before`, as `{field: [before, after]}`; null when none does. */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>
): Record<string, [unknown, unknown]> | null {
  const changes = Object.entries(after)
    .filter(([field, value]) => JSON.stringify(before[field] ?? null) !== JSON.stringify(value ?? null))
    .map(([field, value]) => [field, [before[field] ?? null, value ?? null]] as const)
  return changes.length > 0 ? (Object.fromEntries(changes) as Record<string, [unknown, unknown]>) : null
}
