import { NOTICE_LABELS, type NoticeCode } from '#app/expenses/queries/note_doubts'
import {
  type ExpenseNoteStatus,
  expenseNoteWorkflow,
  noteBadge,
} from '#app/expenses/workflows/expense_note_workflow'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { today } from '#app/kernel/calendar_date'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'

export type NoteRow = {
  id: number
  number: string
  received_on: CalendarDate
  claimant: string
  site: string
  title: string
  total: MoneyJson
  approved: MoneyJson | null
  status: { label: string; tone: Tone }
  receipts: number
  notices: string[]
  payment: string | null
  /** Who is looking at it, while somebody is. */
  reviewer: string | null
  actions: string[]
}

export const notesList: ListDefinition = {
  from: 'expense_notes n',
  key: 'n.id',
  joins: `left join sites s on s.id = n.site_id
    left join users reviewing on reviewing.id = n.review_user_id and n.status in ('in_review', 'info_requested')
    left join lateral (select o.number from payment_orders o where o.source_type = 'expense_note' and o.source_id = n.id and o.status <> 'cancelled' order by o.id desc limit 1) o on true`,
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

export type FoundNote = {
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

export async function listNotes(
  request: ListRequest,
  filter: Filter,
  viewer: Viewer
): Promise<ListOf<NoteRow>> {
  const page = await listPage<FoundNote>(notesList, request, filter)
  return { ...page, rows: page.rows.map((found) => noteRow(found, viewer)) }
}

const OWED: readonly ExpenseNoteStatus[] = ['approved', 'in_payment', 'paid']

export function noteRow(found: FoundNote, viewer: Viewer): NoteRow {
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  return {
    id: found.id,
    number: found.number,
    received_on: today(found.receivedAt),
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

const PAYERS = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad', 'c0ntab1l1dad']

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
  const found = await rows<{ tab: string; n: number }>(parts.join(' union all '), scope.bindings)
  return Object.fromEntries(found.map(({ tab, n }) => [tab, n]))
}

/** Notes with a line of one of these categories. */
export const HAS_CATEGORY = `exists (select 1 from expense_note_lines l where l.note_id = n.id and l.category = any(:categories::text[]))`
