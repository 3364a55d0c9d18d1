import { type InvoiceStatus, invoiceWorkflow, PAYMENT_STATES } from '#app/invoices/workflows/invoice_workflow'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import { WORTH_CURRENCY, worthOf } from '#app/ledger/fx/worth_sql'

type MoneyValue = { minor: number; currency: string }
type Badge = { label: string; tone: Tone }

export type InvoiceRow = {
  id: number
  reference: string
  issued_on: string | null
  received_at: string
  provider: string | null
  site: string | null
  number: string | null
  concept: string | null
  category: string | null
  base: MoneyValue
  vat: MoneyValue
  withholding: MoneyValue
  total: MoneyValue
  /** Base and total in the currency of the company's books. */
  base_worth: MoneyValue
  worth: MoneyValue
  due_on: string | null
  state: InvoiceStatus
  status: Badge
  payment: Badge
  alarms: number
  alarm_max: number
  source: string
  /** What was in view when it is decided on from the list. */
  lock_version: number
  actions: string[]
}

export const INVOICE_SOURCES: Record<string, string> = {
  upload: 'Subida',
  public: 'Pública',
  email: 'Correo',
  holded: 'Holded',
  api: 'API',
  expense_note: 'Nota de gastos',
  recurring: 'Recurrente',
}

export const invoicesList: ListDefinition = {
  from: 'invoices i',
  key: 'i.id',
  joins: `left join providers p on p.id = i.provider_id left join sites s on s.id = i.site_id left join categories c on c.id = i.category_id`,
  select: `i.id, i.reference, i.issued_on, i.received_at, p.legal_name as provider, s.code as site, i.invoice_number as number, i.concept, c.name::text as category,
    i.base_minor, i.vat_minor, i.surcharge_minor, i.withholding_minor, i.total_minor, i.currency, ${worthOf('i.base_minor')} as base_worth_minor, ${worthOf('i.total_minor')} as worth_minor, ${WORTH_CURRENCY} as worth_currency, i.due_on, i.status, i.payment_state, i.open_alarms, i.alarm_max, i.source, i.lock_version, i.accepted_at is null and i.source = 'public' as is_quarantined`,
  sorts: {
    received: { sql: 'i.received_at', type: 'timestamptz' },
    issued_on: { sql: 'i.issued_on', type: 'date' },
    due_on: { sql: 'i.due_on', type: 'date' },
    total: { sql: 'i.total_minor', type: 'bigint' },
    reference: { sql: 'i.id', type: 'bigint' },
  },
  defaultSort: '-received',
  currency: 'i.currency',
  totals: { total: 'sum(i.total_minor)', base: 'sum(i.base_minor)', vat: 'sum(i.vat_minor)' },
  worth: {
    currency: WORTH_CURRENCY,
    totals: { worth: `sum(${worthOf('i.total_minor')})`, base_worth: `sum(${worthOf('i.base_minor')})` },
  },
}

/** Tabs of the index and the filter that each one is. */
export const INVOICE_TABS: Record<string, string> = {
  review: `i.status in ('received', 'analysing', 'pending_review')`,
  approval: `i.status = 'pending_approval'`,
  approved: `i.status = 'approved'`,
  booked: `i.status in ('booked', 'disputed')`,
  alarms: `i.open_alarms > 0 and i.status not in ('cancelled', 'rejected', 'duplicate')`,
  no_provider: `i.provider_id is null and i.status not in ('cancelled', 'rejected', 'duplicate')`,
  no_site: `i.site_id is null and i.status not in ('cancelled', 'rejected', 'duplicate')`,
  failed: `i.status = 'analysis_failed'`,
}

type Found = {
  id: number
  reference: string
  issuedOn: string | null
  receivedAt: Date
  provider: string | null
  site: string | null
  number: string | null
  concept: string | null
  category: string | null
  baseMinor: number
  vatMinor: number
  surchargeMinor: number
  withholdingMinor: number
  totalMinor: number
  currency: string
  baseWorthMinor: number
  worthMinor: number
  worthCurrency: string
  dueOn: string | null
  status: InvoiceStatus
  paymentState: keyof typeof PAYMENT_STATES
  openAlarms: number
  alarmMax: number
  source: string
  lockVersion: number
  isQuarantined: boolean
}

/** One page of the invoice index; `role` decides which transitions each row offers. */
export async function listInvoices(
  request: ListRequest,
  filter: Filter,
  role: string
): Promise<ListOf<InvoiceRow>> {
  const page = await listPage<Found>(invoicesList, request, filter)
  return { ...page, rows: page.rows.map((found) => invoiceRow(found, role)) }
}

export function invoiceRow(found: Found, role: string): InvoiceRow {
  const money = (minor: number) => ({ minor, currency: found.currency })
  return {
    id: found.id,
    reference: found.reference,
    issued_on: found.issuedOn,
    received_at: found.receivedAt.toISOString(),
    provider: found.provider,
    site: found.site,
    number: found.number,
    concept: found.concept,
    category: found.category,
    base: money(found.baseMinor),
    vat: money(found.vatMinor + found.surchargeMinor),
    withholding: money(found.withholdingMinor),
    total: money(found.totalMinor),
    base_worth: { minor: found.baseWorthMinor, currency: found.worthCurrency },
    worth: { minor: found.worthMinor, currency: found.worthCurrency },
    due_on: found.dueOn,
    state: found.status,
    status: { label: invoiceWorkflow.label(found.status), tone: invoiceWorkflow.tone(found.status) },
    payment: PAYMENT_STATES[found.paymentState],
    alarms: found.openAlarms,
    alarm_max: found.alarmMax,
    source: INVOICE_SOURCES[found.source] ?? found.source,
    lock_version: found.lockVersion,
    actions: actionsOf(found, role),
  }
}

/** What waits in quarantine is accepted or turned down first. */
const actionsOf = ({ status, isQuarantined }: Found, role: string): string[] =>
  invoiceWorkflow
    .available(status, role)
    .filter((name) => !isQuarantined || !['submit', 'book_directly'].includes(name))

const COUNT_CAP = 999

/** How many invoices each tab holds, at most 999: the badge says "999+" beyond. */
export async function countInvoiceTabs(scope: Filter): Promise<Record<string, number>> {
  const where = scope.where.length > 0 ? `and ${scope.where.join(' and ')}` : ''
  const parts = Object.entries(INVOICE_TABS).map(
    ([tab, condition]) =>
      `select '${tab}' as tab, count(*)::int as n from (select 1 from invoices i where ${condition} ${where} limit ${COUNT_CAP}) t`
  )
  const found = await rows<{ tab: string; n: number }>(parts.join(' union all '), scope.bindings)
  return Object.fromEntries(found.map(({ tab, n }) => [tab, n]))
}
