import { NOTICE_LABELS, type NoticeCode } from '#app/expenses/queries/note_doubts'
import {
  type ExpenseNoteStatus,
  expenseNoteWorkflow,
  noteBadge,
} from '#app/expenses/workflows/expense_note_workflow'
import { A, C, S, SC } from '#app/identity/roles'
import { steadyRows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { today } from '#app/kernel/time/calendar_date'
import { lastPayment } from '#app/ledger/document_payments'

export type NoteRow = {
  id: number
  number: string
  receivedOn: CalendarDate
  claimant: string
  site: string
  title: string
  total: MoneyJson
  approved: MoneyJson | null
  status: Badge
  receipts: number
  notices: string[]
  payment: string | null
  /** Who is looking at it, while somebody is. */
  reviewer: string | null
  actions: string[]
}

const definition: ListDefinition = {
  from: 'expense_notes n',
  key: 'n.id',
  joins: `left join sites s on s.id = n.site_id
    left join users reviewing on reviewing.id = n.review_user_id and n.status in ('in_review', 'info_requested')
    left join lateral (${lastPayment.one()([{ type: 'expense_note', id: 'n.id' }])}) o on true`,
  select: `n.id, n.number, n.received_at, n.claimant_name as claimant, s.code as site, n.title, n.total_minor, n.approved_minor, n.currency, n.status, n.notices, n.created_by,
    (select count(*)::int from expense_note_files f where f.note_id = n.id) as receipts, o.number as payment, reviewing.name as reviewer`,
  sorts: {
    received: { sql: 'n.received_at', type: 'timestamptz' },
    number: { sql: 'n.id', type: 'bigint' },
    total: { sql: 'n.total_minor', type: 'bigint' },
    claimant: { sql: 'n.claimant_name', type: 'text' },
  },
  defaultSort: '-received',
  totals: {
    total: 'sum(n.total_minor)',
    approved: `sum(n.approved_minor) filter (where n.status in ('approved', 'in_payment', 'paid'))`,
  },
}

/** Tabs of the screen that list notes; the others list their payments. */
export const NOTE_TABS: Record<string, string> = {
  review: `n.status in ('received', 'in_review', 'info_requested')`,
  approved: `n.status in ('approved', 'in_payment')`,
  paid: `n.status = 'paid'`,
  rejected: `n.status in ('rejected', 'cancelled')`,
}

type FoundNote = {
  id: number
  number: string
  receivedAt: Date
  claimant: string
  site: string | null
  title: string
  totalMinor: number
  approvedMinor: number
  currency: string
  status: ExpenseNoteStatus
  notices: NoticeCode[]
  createdBy: number | null
  receipts: number
  payment: string | null
  reviewer: string | null
}

type Viewer = { id: number; role: string }

/** Notes as somebody reads them. */
export const notesList = (viewer: Viewer): List<FoundNote, NoteRow> => ({
  name: 'notas-de-gastos',
  definition,
  toRow: (found) => noteRow(found, viewer),
  columns: [
    { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
    { key: 'receivedOn', title: 'Fecha', kind: 'day', sort: 'received' },
    {
      key: 'claimant',
      title: 'Solicitante',
      kind: 'name',
      second: 'site',
      sort: 'claimant',
      file: { width: 30 },
    },
    { key: 'site', title: 'Empresa', kind: 'reference', isOptional: true },
    { key: 'title', title: 'Concepto', kind: 'text', file: { width: 36 } },
    { key: 'total', title: 'Importe', kind: 'money', sort: 'total', card: 'figure' },
    {
      key: 'approved',
      title: 'Aprobado',
      kind: 'money',
      // Of what nobody has decided yet nothing is approved.
      isSaid: ({ rows }) => rows.some(({ approved }) => approved !== null),
    },
    { key: 'status', title: 'Estado', kind: 'badge' },
    { key: 'receipts', title: 'Justificantes', kind: 'number' },
    {
      key: 'notices',
      title: 'Avisos',
      kind: 'own',
      width: 180,
      isSaid: ({ rows }) => rows.some(({ notices }) => notices.length > 0),
      file: { value: ({ notices }) => notices.join(', ') },
    },
    { key: 'reviewer', title: 'Revisa', kind: 'text', isOptional: true },
    { key: 'payment', title: 'Pago', kind: 'reference', isOptional: true, only: 'page' },
  ],
})

const OWED: readonly ExpenseNoteStatus[] = ['approved', 'in_payment', 'paid']

function noteRow(found: FoundNote, viewer: Viewer): NoteRow {
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  return {
    id: found.id,
    number: found.number,
    receivedOn: today(found.receivedAt),
    claimant: found.claimant,
    site: found.site ?? 'Sin empresa',
    title: found.title,
    total: money(found.totalMinor),
    approved: OWED.includes(found.status) ? money(found.approvedMinor) : null,
    status: noteBadge(found.status),
    receipts: found.receipts,
    notices: found.notices.map((code) => NOTICE_LABELS[code]),
    payment: found.payment,
    reviewer: found.reviewer,
    actions: noteActions(found, viewer),
  }
}

const PAYERS: readonly string[] = [S, A, SC, C]

/** What a person may do with a note now. Who only sees their own takes them back and nothing else. */
export function noteActions(
  { status, createdBy }: { status: ExpenseNoteStatus; createdBy: number | null },
  { id, role }: Viewer
): string[] {
  const isStaff = PAYERS.includes(role)
  const acts: string[] = expenseNoteWorkflow.available(status, role).filter((transition) => {
    if (transition === 'answer') return createdBy === id || isStaff
    if (transition === 'cancel') return createdBy === id || isStaff
    return isStaff
  })
  return status === 'approved' && isStaff ? [...acts, 'pay'] : acts
}

/** How many notes each tab holds, of those that a filter leaves. */
export async function countNoteTabs(scope: Filter): Promise<Record<string, number>> {
  const where = scope.where.length > 0 ? `and ${scope.where.join(' and ')}` : ''
  const parts = Object.entries(NOTE_TABS).map(
    ([tab, condition]) =>
      `select '${tab}' as tab, count(*)::int as n from (select 1 from expense_notes n where ${condition} ${where} limit 999) t`
  )
  const found = await steadyRows<{ tab: string; n: number }>(parts.join(' union all '), scope.bindings)
  return Object.fromEntries(found.map(({ tab, n }) => [tab, n]))
}

/** Notes with a line of one of these categories. */
export const HAS_CATEGORY = `exists (select 1 from expense_note_lines l where l.note_id = n.id and l.category = any(:categories::text[]))`

/** Notes with one of these notices. */
export const HAS_NOTICE = 'n.notices && :notices::text[]'

/** SQL: the words of a note `n` that are searched. */
export const NOTE_WORDS = 'f_unaccent(lower(n.number || n.claimant_name || n.title))'
