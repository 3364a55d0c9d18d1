import { C, type Role } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import {
  type Filter,
  type List,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listOf,
} from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { type DocumentLink, documentLink, documentNumber, documentPage } from '#app/ledger/document_kinds'
import { RESERVED } from '#app/legal/legal_labels'
import type { LegalViewer } from '#app/legal/scoped'
import { paymentKinds } from '#app/payments/kinds/payment_kind'
import { IS_PAID_BY_HAND } from '#app/payments/orders/page/list_orders'
import { orderBadge } from '#app/payments/orders/page/order_badges'
import { isReserved, reservedFor } from '#app/payments/orders/page/payment_visibility'
import type { PaymentOrderStatus } from '#app/payments/orders/payment_order_workflow'

/** What a payment was for, as the screens call it: by kind, and `other` for what came from before. */
export const paymentTitles = (): Record<string, string> => ({
  ...Object.fromEntries(paymentKinds().map(({ kind, title }) => [kind, title])),
  other: 'Otro',
})

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
  paidOn: CalendarDate
  site: string
  payee: string
  concept: string
  /** What was paid; null where it has no page, and where who reads may not see it. */
  document: DocumentLink | null
  kind: string
  amount: MoneyJson | null
  account: string | null
  method: string
  status: Badge
  approvedBy: string | null
  reconciledOn: string | null
  reference: string | null
  isImported: boolean
  /** Its receipt can be downloaded: it was paid, and the reader sees how much. */
  hasReceipt: boolean
}

const RECONCILED_ON = `(select max(x.at at time zone 'Europe/Madrid')::date from statement_matches x join journal_lines l on l.id = x.journal_line_id
  where h.origin = 'order' and h.status = 'reconciled' and l.document_type = 'payment_order' and l.document_id = h.id)`
const APPROVED_BY = `(select string_agg(distinct u.name, ', ') from approval_decisions d join users u on u.id = d.user_id
  where h.origin = 'order' and d.document_type = 'payment_order' and d.document_id = h.id and d.decision = 'approve' and d.revoked_at is null)`

/**
 * What was paid, the newest first. Accounting reads the view in which a payroll has neither payee nor amount: filters,
 * orders and totals then cannot tell them either.
 */
export function historyDefinition(role: Role): ListDefinition {
  return {
    from: `${role === C ? 'payment_history_restricted' : 'payment_history'} h`,
    key: 'h.id',
    joins: `join sites s on s.id = h.site_id left join bank_accounts b on b.id = h.account_id`,
    select: `h.id, h.origin, h.paid_on, s.code as site, h.payee, h.concept, h.kind, h.amount_minor, h.currency, b.name as account, h.method, h.status,
      h.reference, (select ${IS_PAID_BY_HAND} from payment_orders o where h.origin = 'order' and o.id = h.id) as is_paid_by_hand, case when h.kind = 'legal_procedure' then ${reservedFor('h.id')} end as reserved_for, h.source_type as document_type, ${documentPage('h.source_type', 'h.source_id')} as document_page,
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
  /** Only a person says that it was paid; null for what was imported. */
  isPaidByHand: boolean | null
  approvedBy: string | null
  reconciledOn: string | null
}

/** Pagos históricos as somebody reads them; a hidden payroll has no amount. */
export const historyList = (viewer: LegalViewer & { role: Role }): List<FoundHistory, HistoryRow> => ({
  name: 'pagos-historicos',
  definition: historyDefinition(viewer.role),
  toRow: (found) => historyRow(found, viewer),
  columns: [
    { key: 'paidOn', title: 'Fecha', kind: 'day', sort: 'paid_on' },
    { key: 'site', title: 'Empresa', kind: 'reference', isOptional: true },
    { key: 'payee', title: 'Beneficiario', kind: 'name', second: 'site', file: { width: 34 } },
    { key: 'concept', title: 'Concepto', kind: 'text', file: { width: 34 } },
    {
      key: 'document',
      title: 'Documento',
      kind: 'own',
      isOptional: true,
      file: { value: ({ document }) => document?.label ?? null, width: 26 },
    },
    { key: 'kind', title: 'Tipo', kind: 'text' },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
    { key: 'amount', title: 'Moneda', kind: 'currency', only: 'file' },
    { key: 'account', title: 'Cuenta', kind: 'text', file: { width: 26 } },
    { key: 'method', title: 'Método', kind: 'text', isOptional: true, card: 'hidden' },
    { key: 'status', title: 'Estado', kind: 'badge' },
    {
      key: 'reference',
      title: 'Referencia',
      kind: 'reference',
      isOptional: true,
      card: 'hidden',
      file: { width: 26 },
    },
    {
      key: 'approvedBy',
      title: 'Aprobado por',
      kind: 'text',
      isOptional: true,
      card: 'hidden',
      file: { width: 26 },
    },
    { key: 'reconciledOn', title: 'Conciliado', kind: 'day', card: 'hidden' },
    { key: 'hasReceipt', title: 'Justificante', kind: 'own', card: 'hidden', only: 'page' },
  ],
})

/** One page of what was paid. The sums by currency come with it while the count is exact; else they are asked for apart. */
export async function listHistory(
  request: ListRequest,
  filter: Filter,
  viewer: LegalViewer & { role: Role }
): Promise<ListOf<HistoryRow>> {
  const { role } = viewer
  const page = await listOf(historyList(viewer), request, filter)
  // Of more than can be added up while somebody waits no total is told: a part of it would be a wrong one.
  if (!page.totalIsExact || page.total > SUMMED_ROWS_MAX) return page
  const { sums } = await sumHistory(filter, role)
  return { ...page, totals: { amount: sums } }
}

export function historyRow(whole: FoundHistory, viewer: LegalViewer): HistoryRow {
  const found = isReserved(whole.reservedFor, viewer)
    ? { ...whole, payee: RESERVED, concept: RESERVED }
    : whole
  return {
    id: found.id,
    paidOn: found.paidOn,
    site: found.site,
    payee: found.payee,
    concept: found.concept,
    document: isHidden(whole, viewer)
      ? null
      : documentLink({ type: found.documentType, page: found.documentPage, number: found.documentNumber }),
    kind: paymentTitles()[found.kind] ?? found.kind,
    amount: found.amountMinor === null ? null : { minor: found.amountMinor, currency: found.currency },
    account: found.account,
    method: PAYMENT_METHODS[found.method] ?? found.method,
    status:
      found.origin === 'import'
        ? { label: 'Importado', tone: 'grey' }
        : orderBadge({ ...found, subStatus: null, channel: '', isPaidByHand: found.isPaidByHand === true }),
    approvedBy: found.approvedBy,
    reconciledOn: found.reconciledOn,
    reference: found.reference,
    isImported: found.origin === 'import',
    hasReceipt: hasReceipt(found) && !isReserved(found.reservedFor, viewer),
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

export type HistorySums = { sums: MoneyJson[]; isWhole: boolean }

/** What a filter adds up to by currency, over at most 200.000 payments; `isWhole` says whether that was all. */
export async function sumHistory(filter: Filter, role: Role): Promise<HistorySums> {
  const where = filter.where.length > 0 ? `where ${filter.where.join(' and ')}` : ''
  const found = await rows<{ currency: string; minor: number; n: number }>(
    `select currency, coalesce(sum(amount_minor), 0)::bigint as minor, count(*)::int as n
       from (select h.currency, h.amount_minor from ${historyDefinition(role).from} ${where} limit ${SUMMED_ROWS_MAX + 1}) capped
      group by currency order by currency`,
    filter.bindings
  )
  const counted = found.reduce((total, { n }) => total + n, 0)
  return {
    sums: found.map(({ minor, currency }) => ({ minor, currency })),
    isWhole: counted <= SUMMED_ROWS_MAX,
  }
}
