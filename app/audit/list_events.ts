import { rows } from '#app/kernel/database/sql'

export type TimelineEntry = {
  id: number
  at: string
  user: string | null
  actorKind: string
  event: string
  fromStatus: string | null
  toStatus: string | null
  reason: string | null
  diff: Record<string, [unknown, unknown]> | null
}

const LIMIT = 200

/** The timeline of one object, newest first, at most 200 entries. */
export async function listEvents(objectType: string, objectId: number): Promise<TimelineEntry[]> {
  const found = await rows<Omit<TimelineEntry, 'at'> & { at: Date }>(
    `select e.id, e.at, u.name as "user", e.actor_kind, e.event, e.from_status, e.to_status, e.reason, e.diff
       from audit_events e left join users u on u.id = e.user_id
      where e.object_type = :objectType and e.object_id = :objectId
      order by e.at desc, e.id desc limit ${LIMIT}`,
    { objectType, objectId }
  )
  return found.map((entry) => ({ ...entry, at: entry.at.toISOString() }))
}
