import {
  PATTERN_TYPES,
  type PatternType,
  REASONS,
  type Reason,
  SEVERITIES,
  type Severity,
} from '#app/blacklist/blacklist_labels'
import { type EntryStatus, entryWorkflow } from '#app/blacklist/workflows/entry_workflow'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { ibanBankName, ibanCountry, maskIban } from '#app/kernel/iban'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { spanishBankName } from '#app/kernel/spanish_banks'
import type { Tone } from '#app/kernel/workflow'

export type EntryRow = {
  id: number
  /** Masked in the middle; whole on the page of the entry. */
  iban: string
  kind: string
  bank: string
  reason: string
  severity: { label: string; tone: Tone }
  owner: string | null
  created_at: string
  expires_on: CalendarDate | null
  who: string | null
  attempts: number
  status: { label: string; tone: Tone }
}

export const entriesList: ListDefinition = {
  from: 'iban_blacklist b',
  key: 'b.id',
  joins: `left join users u on u.id = b.created_by
    left join lateral (select count(*)::int as n from iban_blacklist_hits h where h.entry_id = b.id and h.outcome <> 'released') h on true`,
  select: `b.id, b.pattern_type, b.value, b.reason, b.severity, b.owner_name, b.created_at, b.expires_on, u.name as who, h.n as attempts, b.status, b.lift_requested_at is not null as is_lift_asked`,
  sorts: {
    created_at: { sql: 'b.created_at', type: 'timestamptz' },
    value: { sql: 'b.value', type: 'text' },
    expires_on: { sql: 'b.expires_on', type: 'date' },
  },
  defaultSort: '-created_at',
}

export type FoundEntry = {
  id: number
  patternType: PatternType
  value: string
  reason: Reason
  severity: Severity
  ownerName: string | null
  createdAt: Date
  expiresOn: CalendarDate | null
  who: string | null
  attempts: number
  status: EntryStatus
  isLiftAsked: boolean
}

export async function listEntries(request: ListRequest, filter: Filter): Promise<ListOf<EntryRow>> {
  const page = await listPage<FoundEntry>(entriesList, request, filter)
  return { ...page, rows: page.rows.map(entryRow) }
}

export function entryRow(found: FoundEntry): EntryRow {
  const { patternType, value, severity, status } = found
  return {
    id: found.id,
    iban: patternType === 'iban' ? maskIban(value) : value,
    kind: PATTERN_TYPES[patternType],
    bank: bankOf(patternType, value),
    reason: REASONS[found.reason],
    severity: { label: SEVERITIES[severity], tone: severity === 'block' ? 'red' : 'amber' },
    owner: found.ownerName,
    created_at: found.createdAt.toISOString(),
    expires_on: found.expiresOn,
    who: found.who,
    attempts: found.attempts,
    status:
      found.isLiftAsked && status === 'active'
        ? { label: 'Baja solicitada', tone: 'amber' }
        : { label: entryWorkflow.label(status), tone: entryWorkflow.tone(status) },
  }
}

const countries = new Intl.DisplayNames('es', { type: 'region', fallback: 'code' })

/** The bank of a Spanish account or code, else the country. */
export function bankOf(patternType: PatternType, value: string): string {
  const country = countries.of(ibanCountry(value)) ?? ibanCountry(value)
  if (patternType === 'country') return country
  const bank =
    patternType === 'iban'
      ? ibanBankName(value)
      : value.startsWith('ES')
        ? spanishBankName(value.slice(2, 6))
        : null
  return bank ? `${bank} (${country})` : country
}
