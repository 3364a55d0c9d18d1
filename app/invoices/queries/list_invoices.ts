import { OVERRULED, type Overruled, type Said, saidBadges } from '#app/invoices/queries/overruled'
import { TURN_DOWN_LABELS, type TurnDown } from '#app/invoices/turned_down'
import { type InvoiceStatus, invoiceWorkflow, PAYMENT_STATES } from '#app/invoices/workflows/invoice_workflow'
import { steadyRows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { worthColumn } from '#app/kernel/money/worth_column'
import { WORTH_CURRENCY, worthOf } from '#app/ledger/fx/worth_sql'

export type InvoiceRow = {
  id: number
  reference: string
  issuedOn: string | null
  receivedAt: string
  provider: string | null
  site: string | null
  number: string | null
  concept: string | null
  category: string | null
  base: MoneyJson
  vat: MoneyJson
  withholding: MoneyJson
  total: MoneyJson
  /** Base and total in the currency of the company's books. */
  baseWorth: MoneyJson
  worth: MoneyJson
  dueOn: string | null
  state: InvoiceStatus
  status: Badge
  payment: Badge
  alarms: number
  alarmMax: number
  source: string
  /** It came back, or was refused: by whom and why. */
  turnedDown: (Badge & { detail: string }) | null
  /** What somebody said of a copy of it. */
  /** What somebody said otherwise than the machine: a copy that is none, a quote taken for an invoice. */
  said: Said[]
  /** What was in view when it is decided on from the list. */
  lockVersion: number
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
  group: 'Empresa del grupo',
}

const definition: ListDefinition = {
  from: 'invoices i',
  key: 'i.id',
  joins: `left join providers p on p.id = i.provider_id left join sites s on s.id = i.site_id left join categories c on c.id = i.category_id`,
  select: `i.id, i.reference, i.issued_on, i.received_at, p.legal_name as provider, s.code as site, i.invoice_number as number, i.concept, c.name::text as category,
    i.base_minor, i.vat_minor, i.surcharge_minor, i.withholding_minor, i.total_minor, i.currency, ${worthOf('i.base_minor')} as base_worth_minor, ${worthOf('i.total_minor')} as worth_minor, ${WORTH_CURRENCY} as worth_currency, i.due_on, i.status, i.payment_state, i.open_alarms, i.alarm_max, i.source, i.lock_version, i.accepted_at is null and i.source = 'public' as is_quarantined,
    exists (select 1 from invoice_files f where f.invoice_id = i.id and f.kind in ('original', 'attachment')) as has_file,
    i.turned_down_how, i.turned_down_reason, (select u.name from users u where u.id = i.turned_down_by) as turned_down_by, ${OVERRULED} as overruled`,
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
    totals: { worth: `sum(${worthOf('i.total_minor')})`, baseWorth: `sum(${worthOf('i.base_minor')})` },
  },
}

/** Tabs of the index and the filter that each one is. */
export const INVOICE_TABS: Record<string, string> = {
  review: `i.status in ('received', 'analysing', 'pending_review')`,
  returned: `i.status = 'pending_review' and i.turned_down_at is not null`,
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
  hasFile: boolean
  turnedDownHow: TurnDown | null
  turnedDownBy: string | null
  turnedDownReason: string | null
  overruled: Overruled[] | null
}

/** Facturas recibidas: `role` decides which transitions each row offers; `showsWorth` has in view what they are worth. */
export const invoicesList = (role: string, showsWorth = false): List<Found, InvoiceRow> => ({
  name: 'facturas',
  definition,
  toRow: (found) => invoiceRow(found, role),
  columns: [
    { key: 'reference', title: 'Referencia', kind: 'reference', sort: 'reference' },
    { key: 'issuedOn', title: 'Fecha', kind: 'day', sort: 'issued_on' },
    {
      key: 'receivedAt',
      title: 'Recibida',
      kind: 'instant',
      sort: 'received',
      isOptional: true,
      only: 'page',
    },
    { key: 'provider', title: 'Proveedor', kind: 'name', second: 'number', file: { width: 36 } },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'number', title: 'Número', kind: 'reference', isOptional: true, card: 'hidden' },
    {
      key: 'concept',
      title: 'Concepto / categoría',
      kind: 'text',
      width: 240,
      isOptional: true,
      card: 'hidden',
      file: { title: 'Concepto', width: 36 },
    },
    { key: 'base', title: 'Base', kind: 'money', isOptional: true, card: 'hidden' },
    worthColumn({ key: 'baseWorth', of: 'base', title: 'Contravalor de la base', isOptional: true }),
    { key: 'vat', title: 'IVA', kind: 'money', isOptional: true, card: 'hidden' },
    { key: 'withholding', title: 'Retención', kind: 'money', isOptional: true, card: 'hidden' },
    { key: 'total', title: 'Total', kind: 'money', sort: 'total', card: 'figure' },
    { key: 'total', title: 'Divisa', kind: 'currency', only: 'file' },
    worthColumn({
      key: 'worth',
      of: 'total',
      title: 'Contravalor',
      isOptional: !showsWorth,
      fileTitle: 'Contravalor del total',
    }),
    { key: 'dueOn', title: 'Vencimiento', kind: 'day', sort: 'due_on' },
    { key: 'status', title: 'Estado', kind: 'badge' },
    { key: 'payment', title: 'Pago', kind: 'badge', isOptional: true },
    { key: 'alarms', title: 'Alarmas', kind: 'own', file: { value: ({ alarms }) => alarms } },
    { key: 'source', title: 'Origen', kind: 'text', isOptional: true, card: 'hidden' },
  ],
})

function invoiceRow(found: Found, role: string): InvoiceRow {
  const money = (minor: number) => ({ minor, currency: found.currency })
  return {
    id: found.id,
    reference: found.reference,
    issuedOn: found.issuedOn,
    receivedAt: found.receivedAt.toISOString(),
    provider: found.provider,
    site: found.site,
    number: found.number,
    concept: found.concept,
    category: found.category,
    base: money(found.baseMinor),
    vat: money(found.vatMinor + found.surchargeMinor),
    withholding: money(found.withholdingMinor),
    total: money(found.totalMinor),
    baseWorth: { minor: found.baseWorthMinor, currency: found.worthCurrency },
    worth: { minor: found.worthMinor, currency: found.worthCurrency },
    dueOn: found.dueOn,
    state: found.status,
    status: { label: invoiceWorkflow.label(found.status), tone: invoiceWorkflow.tone(found.status) },
    payment: PAYMENT_STATES[found.paymentState],
    alarms: found.openAlarms,
    alarmMax: found.alarmMax,
    source: INVOICE_SOURCES[found.source] ?? found.source,
    turnedDown: turnedDownBadge(found),
    said: saidBadges(found.overruled),
    lockVersion: found.lockVersion,
    actions: actionsOf(found, role),
  }
}

function turnedDownBadge({ status, turnedDownHow, turnedDownBy, turnedDownReason }: Found) {
  if (turnedDownHow === null || (status !== 'pending_review' && status !== 'rejected')) return null
  return {
    label: TURN_DOWN_LABELS[turnedDownHow],
    tone: turnedDownHow === 'reject' ? ('red' as const) : ('amber' as const),
    detail: [turnedDownBy ?? 'Sistema', turnedDownReason].filter((part) => part !== null).join(': '),
  }
}

/** What waits in quarantine is accepted or turned down first; without a document there is none to read or to take. */
const actionsOf = ({ status, isQuarantined, hasFile }: Found, role: string): string[] => [
  ...invoiceWorkflow
    .available(status, role)
    .filter((name) => !isQuarantined || !['submit', 'book_directly'].includes(name))
    .filter((name) => hasFile || name !== 'analyse'),
  ...(hasFile ? ['download_original'] : []),
]

const COUNT_CAP = 999

/** How many invoices each tab holds, at most 999: the badge says "999+" beyond. */
export async function countInvoiceTabs(scope: Filter): Promise<Record<string, number>> {
  const where = scope.where.length > 0 ? `and ${scope.where.join(' and ')}` : ''
  const parts = Object.entries(INVOICE_TABS).map(
    ([tab, condition]) =>
      `select '${tab}' as tab, count(*)::int as n from (select 1 from invoices i where ${condition} ${where} limit ${COUNT_CAP}) t`
  )
  const found = await steadyRows<{ tab: string; n: number }>(parts.join(' union all '), scope.bindings)
  return Object.fromEntries(found.map(({ tab, n }) => [tab, n]))
}
