import {
  PATTERN_TYPES,
  type PatternType,
  REASONS,
  type Reason,
  SEVERITIES,
  type Severity,
} from '#app/blacklist/blacklist_labels'
import { type EntryStatus, entryWorkflow } from '#app/blacklist/workflows/entry_workflow'
import { ibanBankName, ibanCountry, maskIban } from '#app/kernel/identifiers/iban'
import { spanishBankName } from '#app/kernel/identifiers/spanish_banks'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type EntryRow = {
  id: number
  /** Masked in the middle; whole on the page of the entry. */
  iban: string
  kind: string
  bank: string
  reason: string
  severity: Badge
  owner: string | null
  createdAt: string
  expiresOn: CalendarDate | null
  who: string | null
  attempts: number
  status: Badge
}

const definition: ListDefinition = {
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

type FoundEntry = {
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

/** Accounts, banks and countries that are not paid, or only with care. */
export const entriesList: List<FoundEntry, EntryRow> = {
  name: 'lista-negra-iban',
  definition,
  toRow: entryRow,
  columns: [
    { key: 'iban', title: 'IBAN', kind: 'reference', sort: 'value', file: { width: 30 } },
    { key: 'kind', title: 'Tipo', kind: 'text', isOptional: true },
    { key: 'bank', title: 'País/Banco', kind: 'text', width: 170, file: { width: 30 } },
    { key: 'reason', title: 'Motivo', kind: 'text', width: 180 },
    { key: 'severity', title: 'Severidad', kind: 'badge' },
    { key: 'owner', title: 'Titular', kind: 'name', file: { width: 30 } },
    { key: 'createdAt', title: 'Alta', kind: 'instant', sort: 'created_at' },
    { key: 'expiresOn', title: 'Caduca', kind: 'day', sort: 'expires_on' },
    { key: 'who', title: 'Usuario', kind: 'text', width: 140, card: 'hidden' },
    { key: 'attempts', title: 'Intentos', kind: 'number' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

function entryRow(found: FoundEntry): EntryRow {
  const { patternType, value, severity, status } = found
  return {
    id: found.id,
    iban: patternType === 'iban' ? maskIban(value) : value,
    kind: PATTERN_TYPES[patternType],
    bank: bankOf(patternType, value),
    reason: REASONS[found.reason],
    severity: { label: SEVERITIES[severity], tone: severity === 'block' ? 'red' : 'amber' },
    owner: found.ownerName,
    createdAt: found.createdAt.toISOString(),
    expiresOn: found.expiresOn,
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

/** SQL: an entry `b` that somebody has asked to lift. */
export const IS_LIFT_REQUESTED = 'b.lift_requested_at is not null'
