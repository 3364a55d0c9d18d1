import { formatAmount } from '#app/kernel/money/amount_text'
import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import type { TimelineEvent } from '~/kit/detail/timeline'
import type { Tone } from '~/kit/status_badge'

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
  /** What it is known as where its event alone does not tell; the event unless told. */
  name?: string
}

/** What an event is called and its colour. */
export type EventName = { title: string; tone?: Tone }

/** How the fields of a kind of thing read. */
type Reading = {
  /** Keys of other rows say nothing to a reader; every field is shown unless told. */
  isShown?: (field: string) => boolean
  /** A value in words; as it is unless told. */
  wordOf?: (field: string, value: unknown) => unknown
  /** Both values in words, where one cannot be read without the other. */
  sidesOf?: (field: string, sides: Sides) => Sides
}
type Sides = [unknown, unknown]

/** Audit events in words; an event without a name keeps its own, a field without one its own. */
export function timelineOf(
  entries: AuditEntry[],
  names: Record<string, EventName>,
  fields: Record<string, string> = {},
  reading: Reading = {}
): TimelineEvent[] {
  return entries.map((entry) => ({
    id: entry.id,
    at: entry.at,
    who: entry.user ?? (entry.actorKind === 'public' ? 'Página pública' : null),
    title: names[entry.name ?? entry.event]?.title ?? entry.event,
    tone: names[entry.name ?? entry.event]?.tone,
    detail: entry.reason,
    changes: changesOf(entry, fields, reading),
  }))
}

function changesOf({ diff }: AuditEntry, fields: Record<string, string>, reading: Reading) {
  const { isShown = () => true, wordOf = (_, value) => value } = reading
  const { sidesOf = (field, [before, after]) => [wordOf(field, before), wordOf(field, after)] } = reading
  return Object.entries(diff ?? {})
    .filter(([field]) => isShown(field))
    .map(([field, sides]) => {
      const [before, after] = sidesOf(field, sides)
      return { field: fields[field] ?? field, before: textOf(before), after: textOf(after) }
    })
}

/** Cents of this currency as amounts, days as days, the rest as it is: for `wordOf`. */
export const amountsAndDays = (currency: string) => (field: string, value: unknown) => {
  if (field.endsWith('Minor') && typeof value === 'number') return formatAmount(value, currency)
  return typeof value === 'string' && isCalendarDate(value) ? formatDay(value) : value
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
