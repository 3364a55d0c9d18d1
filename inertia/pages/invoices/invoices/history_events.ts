import { formatAmount } from '#app/kernel/amount_text'
import { formatDay, isCalendarDate } from '#app/kernel/calendar_date'
import type { TimelineEvent } from '~/kit/timeline'
import { docTypeLabels } from './doc_types'
import { actionWordings, fieldWordings } from './log_wording'
import type { LogEntry } from './review_parts'

/** The log of an invoice as events for people: names of fields, amounts and days as they are written in Spain. */
export function historyEvents(log: LogEntry[], currency: string): TimelineEvent[] {
  return log.map((entry) => {
    const wording = actionWordings[entry.action] ?? { title: entry.action }
    return {
      id: entry.id,
      at: entry.at,
      who: entry.user ?? (entry.actorKind === 'public' ? 'Registro público' : 'Sistema'),
      title: entry.action === 'field_changed' && entry.after?.status ? 'Cambio de estado' : wording.title,
      tone: wording.tone,
      detail: entry.after?.message ?? meaningful(entry.after?.reason),
      changes: changesOf(named(entry.before), named(entry.after), currency),
    }
  })
}

type Values = Record<string, string>

function changesOf(before: Values, after: Values, currency: string) {
  return Object.entries(fieldWordings).flatMap(([name, { label, kind }]) => {
    if (before[name] === undefined && after[name] === undefined) return []
    const text = (value: string | undefined) =>
      meaningful(value) === null ? null : written(value ?? '', kind, currency)
    return [{ field: label, before: text(before[name]), after: text(after[name]) }]
  })
}

function written(value: string, kind: (typeof fieldWordings)[string]['kind'], currency: string): string {
  switch (kind) {
    case 'text':
      return value
    case 'day':
      return isCalendarDate(value) ? formatDay(value) : value
    case 'money':
      return formatAmount(Number(value), currency)
    case 'doc_type':
      return docTypeLabels[value as keyof typeof docTypeLabels] ?? value
    default:
      return kind satisfies never
  }
}

// The server writes a dash for what was empty.
const meaningful = (value: string | undefined) =>
  value === undefined || value === '—' || value === '' ? null : value

// Rows of the database come with underscores, notes of an action without.
const named = (values: Values | null): Values =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ])
  )
