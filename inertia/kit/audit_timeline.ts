import type { Tone } from '~/kit/status_badge'
import type { TimelineEvent } from '~/kit/timeline'

/** One audit event as the server sends it. */
export type AuditEntry = {
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

/** What an event is called and its colour. */
export type EventName = { title: string; tone?: Tone }

/** Audit events in words; an event without a name keeps its own, a field without one its own. */
export function timelineOf(
  entries: AuditEntry[],
  names: Record<string, EventName>,
  fields: Record<string, string> = {}
): TimelineEvent[] {
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at,
    who: entry.user ?? (entry.actorKind === 'public' ? 'Página pública' : null),
    title: names[entry.event]?.title ?? entry.event,
    tone: names[entry.event]?.tone,
    detail: entry.reason,
    changes: Object.entries(entry.diff ?? {}).map(([field, [before, after]]) => ({
      field: fields[field] ?? field,
      before: wordOf(before),
      after: wordOf(after),
    })),
  }))
}

function wordOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
