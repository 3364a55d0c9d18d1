import { execute, type Transaction } from '#app/kernel/sql'

/** Who acts: a signed-in person, the system itself, or a visitor of a public page. */
export type Actor = {
  userId: number | null
  kind: 'user' | 'system' | 'public' | 'api'
  ip?: string | null
  requestId?: string | null
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
export async function recordEvent(event: AuditEvent, trx: Transaction): Promise<void> {
  await execute(
    `insert into audit_events (user_id, actor_kind, site_id, object_type, object_id, event, from_status, to_status, reason, diff, ip, request_id)
     values (:userId, :kind, :siteId, :objectType, :objectId, :event, :from, :to, :reason, :diff, :ip, :requestId)`,
    {
      userId: event.actor.userId,
      kind: event.actor.kind,
      siteId: event.siteId ?? null,
      objectType: event.objectType,
      objectId: event.objectId,
      event: event.event,
      from: event.from ?? null,
      to: event.to ?? null,
      reason: event.reason ?? null,
      diff: event.diff ? JSON.stringify(event.diff) : null,
      ip: event.actor.ip ?? null,
      requestId: event.actor.requestId ?? null,
    },
    trx
  )
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
