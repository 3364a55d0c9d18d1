import type { ManualKind } from '#app/books/models/manual_entry'
import { type ManualEntryStatus, manualEntryWorkflow } from '#app/books/workflows/manual_entry_workflow'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

export type ManualEntryRow = {
  id: number
  postedOn: string
  site: string
  kind: string
  description: string
  total: MoneyJson
  author: string
  approver: string | null
  status: Badge
}

const definition: ListDefinition = {
  from: 'manual_entries m',
  key: 'm.id',
  joins: `join sites s on s.id = m.site_id join users u on u.id = m.created_by left join users v on v.id = m.approved_by`,
  select: `m.id, m.posted_on, s.code as site, s.base_currency as currency, m.kind, m.description, m.total_minor, u.name as author, v.name as approver, m.status`,
  sorts: {
    posted_on: { sql: 'm.posted_on', type: 'date' },
    total: { sql: 'm.total_minor', type: 'bigint' },
  },
  defaultSort: '-posted_on',
}

type Found = {
  id: number
  postedOn: string
  site: string
  currency: MoneyJson['currency']
  kind: ManualKind
  description: string
  totalMinor: number
  author: string
  approver: string | null
  status: ManualEntryStatus
}

const KINDS: Record<ManualKind, string> = { manual: 'Manual', opening: 'Saldos iniciales' }

const manualEntryRow = (found: Found): ManualEntryRow => ({
  id: found.id,
  postedOn: found.postedOn,
  site: found.site,
  kind: KINDS[found.kind],
  description: found.description,
  total: { minor: found.totalMinor, currency: found.currency },
  author: found.author,
  approver: found.approver,
  status: { label: manualEntryWorkflow.label(found.status), tone: manualEntryWorkflow.tone(found.status) },
})

/** Manual entries, the latest first. */
export const manualEntriesList: List<Found, ManualEntryRow> = {
  name: 'asientos-manuales',
  definition,
  toRow: manualEntryRow,
  columns: [
    { key: 'postedOn', title: 'Fecha', kind: 'day', sort: 'posted_on' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'kind', title: 'Clase', kind: 'text' },
    { key: 'description', title: 'Concepto', kind: 'name' },
    { key: 'total', title: 'Importe', kind: 'money', sort: 'total', card: 'figure' },
    { key: 'author', title: 'Preparado por', kind: 'text' },
    { key: 'approver', title: 'Aprobado por', kind: 'text' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

/** SQL: the words of a manual entry `m` that are searched. */
export const ENTRY_WORDS = 'f_unaccent(lower(m.description))'

/** SQL: a manual entry `m` without a line on one of the accounts `:hidden`. */
export const SHOWS_NO_HIDDEN = `not exists (select 1 from jsonb_array_elements(m.lines) x where (x ->> 'accountId')::bigint = any(:hidden::bigint[]))`
