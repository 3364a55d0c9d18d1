import type { Role } from '#app/identity/roles'
import { oneRow } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { formatDay } from '#app/kernel/time/calendar_date'
import { periodText, shortPeriodText } from '#app/rebilling/allocation/period'
import { SETTLEMENTS, type Settlement, TREATMENTS, type Treatment } from '#app/rebilling/rebilling_labels'
import { type RebillingStatus, rebillingWorkflow } from '#app/rebilling/workflows/rebilling_workflow'

export type ChargeRow = {
  id: number
  number: string
  period: string
  origin: string
  target: string
  concept: string
  /** Documents behind it. */
  documents: string
  treatment: string
  settlement: string
  base: MoneyJson
  markup: MoneyJson
  vat: MoneyJson
  total: MoneyJson
  status: Badge
  invoiceNumber: string
  /** Its document, for whose it is. */
  issuedInvoiceId: number | null
  issuedOn: CalendarDate | null
  alert: string
  isChain: boolean
  fingerprint: string
  actions: string[]
}

/** A month is named, a day is written. */
export const spanText = (from: CalendarDate, to: CalendarDate): string =>
  from === to ? formatDay(from) : periodText({ from, to })

const shortSpanText = (from: CalendarDate, to: CalendarDate): string =>
  from === to ? formatDay(from) : shortPeriodText({ from, to })

const DOCUMENTS = `(select string_agg(distinct d.document, ', ') from (
    select case x.source_type
        when 'invoice_line' then (select coalesce(i.invoice_number, i.reference) from invoice_lines l join invoices i on i.id = l.invoice_id where l.id = x.source_id)
        when 'expense_note_line' then (select n.number from expense_note_lines l join expense_notes n on n.id = l.note_id where l.id = x.source_id)
        when 'legal_cost' then (select p.number from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id where c.id = x.source_id) end as document
      from rebilling_sources x where x.transaction_id = t.id order by x.id limit 6) d)`

const definition: ListDefinition = {
  from: 'rebilling_transactions t',
  key: 't.id',
  joins: 'join sites o on o.id = t.origin_site_id join sites g on g.id = t.target_site_id',
  select: `t.id, t.number, t.setting_id, t.period_from, t.period_to, o.code as origin, g.code as target, t.concept, ${DOCUMENTS} as documents, t.treatment, t.settlement, t.base_minor, t.markup_minor,
    t.vat_minor, t.total_minor, t.status, t.invoice_number, t.origin_site_id, t.issued_invoice_id, t.issued_on, t.source_alert, t.is_chain, t.reverses_id, t.created_by,
    case when t.status in ('draft', 'proposed') then rebilling_fingerprint(t) else '' end as fingerprint`,
  sorts: {
    number: { sql: 't.id', type: 'bigint' },
    period: { sql: 't.period_from', type: 'date' },
    base: { sql: 't.base_minor', type: 'bigint' },
    total: { sql: 't.total_minor', type: 'bigint' },
    issued: { sql: 't.issued_on', type: 'date' },
  },
  defaultSort: '-number',
  totals: {
    base: 'sum(t.base_minor)',
    markup: 'sum(t.markup_minor)',
    vat: 'sum(t.vat_minor)',
    total: 'sum(t.total_minor)',
  },
}

type Found = {
  id: number
  number: string
  settingId: number | null
  periodFrom: CalendarDate
  periodTo: CalendarDate
  origin: string
  target: string
  concept: string
  documents: string | null
  treatment: Treatment
  settlement: Settlement
  baseMinor: number
  markupMinor: number
  vatMinor: number
  totalMinor: number
  status: RebillingStatus
  invoiceNumber: string | null
  originSiteId: number
  issuedInvoiceId: number | null
  issuedOn: CalendarDate | null
  sourceAlert: keyof typeof ALERTS | null
  isChain: boolean
  reversesId: number | null
  createdBy: number | null
  fingerprint: string
}

/** What became of the cost of a charge that was issued: it has to be rectified. */
export const ALERTS = {
  cancelled: 'El gasto de origen ya no está contabilizado: debe rectificarse.',
  reduced: 'El gasto de origen es ahora menor que lo refacturado: debe rectificarse.',
} as const

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

type Sees = (siteId: number) => boolean

/** Each document is its own company’s: `sees` says which of them are the viewer’s. */
function toRow(viewer: ChargeViewer, sees: Sees): (found: Found) => ChargeRow {
  const documentOf = ({ issuedInvoiceId, originSiteId }: Found) =>
    sees(originSiteId) ? issuedInvoiceId : null
  return (found) => ({
    id: found.id,
    number: found.number,
    period: shortSpanText(found.periodFrom, found.periodTo),
    origin: found.origin,
    target: found.target,
    concept: found.concept,
    documents: found.documents ?? '',
    treatment: TREATMENTS[found.treatment],
    settlement: SETTLEMENTS[found.settlement],
    base: euros(found.baseMinor),
    markup: euros(found.markupMinor),
    vat: euros(found.vatMinor),
    total: euros(found.totalMinor),
    status: {
      label: rebillingWorkflow.label(found.status),
      tone: found.sourceAlert ? 'red' : rebillingWorkflow.tone(found.status),
    },
    invoiceNumber: found.invoiceNumber ?? '',
    issuedInvoiceId: documentOf(found),
    issuedOn: found.issuedOn,
    alert: found.sourceAlert ? ALERTS[found.sourceAlert] : '',
    isChain: found.isChain,
    fingerprint: found.fingerprint,
    actions: [...actionsOf(found, viewer), ...(documentOf(found) === null ? [] : ['pdf'])],
  })
}

export type ChargeViewer = { id: number; role: Role }

/** What this person may begin with a charge, by its state and their role; for whom it is to decide is said when it is opened. */
export function actionsOf(
  {
    status,
    settlement,
    settingId,
    createdBy,
    reversesId,
  }: Pick<Found, 'status' | 'settlement' | 'settingId' | 'createdBy' | 'reversesId'>,
  { id, role }: ChargeViewer
): string[] {
  const can = (transition: keyof typeof rebillingWorkflow.transitions) =>
    rebillingWorkflow.can(status, transition, role)
  return [
    ...(can('edit') || can('edit_proposal') ? ['edit'] : []),
    ...(can('approve') && createdBy !== id ? ['approve'] : []),
    ...(can('issue') ? ['issue'] : []),
    ...(status === 'issued' && settlement !== 'current_account' && can('settle') ? ['settle'] : []),
    ...(can('rectify') && reversesId === null ? ['rectify'] : []),
    ...(can('discard') ? ['discard'] : []),
    ...(can(settingId === null ? 'recover' : 'recover_proposal') ? ['recover'] : []),
  ]
}

const COLUMNS: List<Found, ChargeRow>['columns'] = [
  { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
  { key: 'period', title: 'Periodo', kind: 'reference', sort: 'period' },
  { key: 'origin', title: 'Origen', kind: 'reference' },
  { key: 'target', title: 'Destino', kind: 'reference' },
  { key: 'concept', title: 'Concepto', kind: 'name', second: 'documents', file: { width: 44 } },
  { key: 'documents', title: 'Documentos', kind: 'text', only: 'file', file: { width: 32 } },
  { key: 'treatment', title: 'Tratamiento', kind: 'text', isOptional: true, card: 'hidden' },
  { key: 'settlement', title: 'Liquidación', kind: 'text', isOptional: true, card: 'hidden' },
  { key: 'base', title: 'Base', kind: 'money', sort: 'base', card: 'hidden' },
  { key: 'markup', title: 'Margen', kind: 'money', card: 'hidden' },
  { key: 'vat', title: 'IVA', kind: 'money', card: 'hidden' },
  { key: 'total', title: 'Total', kind: 'money', sort: 'total', card: 'figure' },
  { key: 'status', title: 'Estado', kind: 'badge' },
  { key: 'alert', title: 'Aviso', kind: 'text', only: 'file', file: { width: 40 } },
]

/** Refacturaciones que están en curso. */
export const chargesList = (viewer: ChargeViewer): List<Found, ChargeRow> => ({
  name: 'refacturaciones',
  definition,
  toRow: toRow(viewer, () => false),
  columns: COLUMNS,
})

/** Las que ya se emitieron o descartaron, con el documento de las empresas que `sees` nombra. */
export const historyList = (viewer: ChargeViewer, sees: Sees): List<Found, ChargeRow> => ({
  name: 'historico-de-refacturacion',
  definition: { ...definition, defaultSort: '-number' },
  toRow: toRow(viewer, sees),
  columns: [
    { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
    { key: 'invoiceNumber', title: 'Documento', kind: 'reference' },
    { key: 'issuedOn', title: 'Emitida', kind: 'day', sort: 'issued' },
    // Its document and its day take the room of what is in the charge itself.
    ...COLUMNS.slice(1).map((column) =>
      column.key === 'markup' || column.key === 'vat' ? { ...column, isOptional: true } : column
    ),
  ],
})

/** SQL over `t` by tab. */
export const CHARGE_TABS: Readonly<Record<string, string>> = {
  proposals: `t.status in ('draft', 'proposed')`,
  approved: `t.status = 'approved'`,
  issued: `t.status in ('issued', 'settling')`,
}

export const IN_HISTORY = `t.status in ('issued', 'settling', 'settled', 'rectified', 'discarded')`
export const HAS_ALERT = `t.source_alert is not null and t.status in ('issued', 'settling', 'settled')`

/** What is searched. */
export const CHARGE_WORDS = `f_unaccent(lower(t.number || ' ' || coalesce(t.invoice_number, '') || ' ' || t.concept))`

/** How many there are on each tab, and of how many the cost is gone, for who sees these. */
export async function countCharges({ where, bindings }: Filter): Promise<Record<string, number>> {
  const seen = where.length > 0 ? `where ${where.join(' and ')}` : ''
  const counts = Object.entries({ ...CHARGE_TABS, alerts: HAS_ALERT })
    .map(([name, condition]) => `count(*) filter (where ${condition})::int as ${name}`)
    .join(', ')
  return oneRow<Record<string, number>>(`select ${counts} from rebilling_transactions t ${seen}`, bindings)
}
