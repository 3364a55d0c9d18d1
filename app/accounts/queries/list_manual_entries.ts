import type { ManualKind } from '#app/accounts/models/manual_entry'
import { type ManualEntryStatus, manualEntryWorkflow } from '#app/accounts/workflows/manual_entry_workflow'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import type { Tone } from '#app/kernel/workflow'

export type ManualEntryRow = {
  id: number
  posted_on: string
  site: string
  kind: string
  description: string
  total: MoneyJson
  author: string
  approver: string | null
  status: { label: string; tone: Tone }
}

export const manualEntriesList: ListDefinition = {
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

export async function listManualEntries(
  request: ListRequest,
  filter: Filter
): Promise<ListOf<ManualEntryRow>> {
  const page = await listPage<Found>(manualEntriesList, request, filter)
  return { ...page, rows: page.rows.map(manualEntryRow) }
}

const KINDS: Record<ManualKind, string> = { manual: 'Manual', opening: 'Saldos iniciales' }

const manualEntryRow = (found: Found): ManualEntryRow => ({
  id: found.id,
  posted_on: found.postedOn,
  site: found.site,
  kind: KINDS[found.kind],
  description: found.description,
  total: { minor: found.totalMinor, currency: found.currency },
  author: found.author,
  approver: found.approver,
  status: { label: manualEntryWorkflow.label(found.status), tone: manualEntryWorkflow.tone(found.status) },
})
