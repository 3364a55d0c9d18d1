import { EVENT_TYPES } from '#app/issuing/issuing_labels'
import { rows } from '#app/kernel/database/sql'

export type ShownSystemEvent = {
  id: number
  seq: number
  title: string
  isAnomaly: boolean
  note: string | null
  at: string
  who: string | null
  hash: string
}

const SHOWN_MAX = 25

/** What happened to the system of a company lately, the last first. */
export async function listSystemEvents(siteId: number): Promise<ShownSystemEvent[]> {
  const found = await rows<{
    id: number
    seq: number
    type: string
    note: string | null
    at: Date
    who: string | null
    hash: string
    records: number | null
  }>(
    `select e.id, e.seq, e.type, e.note, e.generated_at as at, u.name as who, e.hash, (e.data ->> 'records')::int as records
       from verifactu_events e left join users u on u.id = e.created_by where e.site_id = :siteId order by e.id desc limit ${SHOWN_MAX}`,
    { siteId }
  )
  return found.map(({ type, note, records, at, ...event }) => ({
    ...event,
    at: at.toISOString(),
    title: EVENT_TYPES[type] ?? type,
    isAnomaly: type === '04',
    note: note ?? (records === null ? null : `${records} registros`),
  }))
}
