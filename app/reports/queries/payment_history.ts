import { type DocumentLink, documentLink, documentNumber, documentPage } from '#app/accounts/document_links'
import { C, type Role } from '#app/identity/roles'
import type { CalendarDate } from '#app/kernel/calendar_date'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import { RESERVED } from '#app/legal/legal_labels'
import type { LegalViewer } from '#app/legal/scoped'
import { isReserved, reservedFor } from '#app/payments/queries/payment_veil'
import { type PaymentOrderStatus, paymentOrderWorkflow } from '#app/payments/workflows/payment_order_workflow'

type MoneyValue = { minor: number; currency: string }

/** What a payment was for, as the screens call it. */
export const PAYMENT_KINDS: Record<string, string> = {
  payroll: 'Nómina',
  supplier: 'Proveedor',
  provision: 'Provisión',
  legal_procedure: 'Procedimiento legal',
  recurring: 'Recurrente',
  expense_note: 'Nota de gastos',
  loan: 'Préstamo',
  rebilling: 'Refacturación',
  tax: 'Impuesto',
  direct: 'Directo',
  internal: 'Interno',
  other: 'Otro',
}

/** Who was paid, as the view of the history tells them apart. */
export const PAYEE_TYPES: Record<string, string> = {
  provider: 'Proveedor',
  employee: 'Empleado',
  public_body: 'Organismo público',
  legal: 'Procedimiento legal',
  site: 'Empresa del grupo',
  other: 'Otro',
}

export const PAYMENT_METHODS: Record<string, string> = {
  transfer: 'Transferencia',
  card: 'Tarjeta',
  internal: 'Traspaso interno',
  manual: 'Manual',
}

/** The states in which a payment is history; they are only read here. */
export const FINAL_STATES = ['paid', 'reconciled', 'failed', 'returned'] as const

export type HistoryRow = {
  id: number
  paid_on: CalendarDate
  site: string
  payee: string
  concept: string
  /** What was paid; null where it has no page, and where who reads may not see it. */
  document: DocumentLink | null
  kind: string
  amount: MoneyValue | null
  account: string | null
  method: string
  status: { label: string; tone: Tone }
  approved_by: string | null
  reconciled_on: string | null
  reference: string | null
  is_imported: boolean
  /** Its receipt can be downloaded: it was paid, and the reader sees how much. */
  has_receipt: boolean
}

const RECONCILED_ON = `(select max(x.at at time zone 'Europe/Madrid')::date from statement_matches x join journal_lines l on l.id = x.journal_line_id
  where h.origin = 'order' and h.status = 'reconciled' and l.document_type = 'payment_order' and l.document_id = h.id)`
const APPROVED_BY = `(select string_agg(distinct u.name, ', ') from approval_decisions d join users u on u.id = d.user_id
  where h.origin = 'order' and d.document_type = 'payment_order' and d.document_id = h.id and d.decision = 'approve' and d.revoked_at is null)`

/**
 * What was paid, the newest first. Accounting reads the view in which a payroll has neither payee nor amount: filters,
 * orders and totals then cannot tell them either.
 */
export function historyList(role: Role): ListDefinition {
  return {
    from: `${role === C ? 'payment_history_restricted' : 'payment_history'} h`,
    key: 'h.id',
    joins: `join sites s on s.id = h.site_id left join bank_accounts b on b.id = h.account_id`,
    select: `h.id, h.origin, h.paid_on, s.code as site, h.payee, h.concept, h.kind, h.amount_minor, h.currency, b.name as account, h.method, h.status,
      h.reference, case when h.kind = 'legal_procedure' then ${reservedFor('h.id')} end as reserved_for, h.source_type as document_type, ${documentPage('h.source_type', 'h.source_id')} as document_page,
      ${documentNumber('h.source_type', 'h.source_id')} as document_number, ${APPROVED_BY} as approved_by, ${RECONCILED_ON} as reconciled_on`,
    sorts: {
      paid_on: { sql: 'h.paid_on', type: 'date' },
      amount: { sql: 'h.amount_minor', type: 'bigint' },
    },
    defaultSort: '-paid_on',
  }
}

export type FoundHistory = {
  id: number
  origin: 'order' | 'import'
  paidOn: CalendarDate
  site: string
  payee: string
  concept: string
  documentType: string | null
  documentPage: number | null
  documentNumber: string | null
  kind: string
  amountMinor: number | null
  currency: string
  account: string | null
  method: string
  status: PaymentOrderStatus
  reference: string | null
  /** Who answers for the confidential procedure that it was of. */
  reservedFor: number | null
  approvedBy: string | null
  reconciledOn: string | null
}

/** One page of what was paid. The sums by currency come with it while the count is exact; else they are asked for apart. */
export async function listHistory(
  request: ListRequest,
  filter: Filter,
  viewer: LegalViewer
): Promise<ListOf<HistoryRow>> {
  const { role } = viewer
  const page = await listPage<FoundHistory>(historyList(role), request, filter)
  const shown = { ...page, rows: page.rows.map((found) => historyRow(found, viewer)) }
  // Of more than can be added up while somebody waits no total is told: a part of it would be a wrong one.
  if (!page.totalIsExact || page.total > SUMMED_ROWS_MAX) return shown
  const { sums } = await sumHistory(filter, role)
  return { ...shown, totals: { amount: sums } }
}

export function historyRow(whole: FoundHistory, viewer: LegalViewer): HistoryRow {
  const found = isReserved(whole.reservedFor, viewer)
    ? { ...whole, payee: RESERVED, concept: RESERVED }
    : whole
  return {
    id: found.id,
    paid_on: found.paidOn,
    site: found.site,
    payee: found.payee,
    concept: found.concept,
    document: isHidden(whole, viewer)
      ? null
      : documentLink({ type: found.documentType, page: found.documentPage, number: found.documentNumber }),
    kind: PAYMENT_KINDS[found.kind] ?? found.kind,
    amount: found.amountMinor === null ? null : { minor: found.amountMinor, currency: found.currency },
    account: found.account,
    method: PAYMENT_METHODS[found.method] ?? found.method,
    status:
      found.origin === 'import'
        ? { label: 'Importado', tone: 'grey' }
        : { label: paymentOrderWorkflow.label(found.status), tone: paymentOrderWorkflow.tone(found.status) },
    approved_by: found.approvedBy,
    reconciled_on: found.reconciledOn,
    reference: found.reference,
    is_imported: found.origin === 'import',
    has_receipt: hasReceipt(found) && !isReserved(found.reservedFor, viewer),
  }
}

/** Of a payroll accounting reads only that it was, of a confidential procedure others than its own only that too. */
export const isHidden = (
  { amountMinor, reservedFor }: Pick<FoundHistory, 'amountMinor' | 'reservedFor'>,
  viewer: LegalViewer
): boolean => amountMinor === null || isReserved(reservedFor, viewer)

/** A receipt is of what was paid, for whoever sees what it was. */
export const hasReceipt = ({ amountMinor, status }: Pick<FoundHistory, 'amountMinor' | 'status'>): boolean =>
  amountMinor !== null && (status === 'paid' || status === 'reconciled')

/** So many payments are added up while somebody waits; beyond, only part of them would be. */
export const SUMMED_ROWS_MAX = 200_000

export type HistorySums = { sums: MoneyValue[]; isWhole: boolean }

/** What a filter adds up to by currency, over at most 200.000 payments; `isWhole` says whether that was all. */
export async function sumHistory(filter: Filter, role: Role): Promise<HistorySums> {
  const where = filter.where.length > 0 ? `where ${filter.where.join(' and ')}` : ''
  const found = await rows<{ currency: string; minor: number; n: number }>(
    `select currency, coalesce(sum(amount_minor), 0)::bigint as minor, count(*)::int as n
       from (select h.currency, h.amount_minor from ${historyList(role).from} ${where} limit ${SUMMED_ROWS_MAX + 1}) capped
      group by currency order by currency`,
    filter.bindings
  )
  const counted = found.reduce((total, { n }) => total + n, 0)
  return {
    sums: found.map(({ minor, currency }) => ({ minor, currency })),
    isWhole: counted <= SUMMED_ROWS_MAX,
  }
}
