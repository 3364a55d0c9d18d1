import type { Treatment } from '#app/issuing/invoices/new_invoice'
import { deliveryBadge, INVOICE_TYPES, TREATMENTS } from '#app/issuing/issuing_labels'
import type { DeliveryStatus } from '#app/issuing/workflows/delivery_workflow'
import { type IssuedStatus, invoiceWorkflow } from '#app/issuing/workflows/invoice_workflow'
import { oneRow } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type IssuedRow = {
  id: number
  number: string
  issuedOn: CalendarDate
  site: string
  recipient: string
  recipientTaxId: string | null
  kind: string
  concept: string
  base: MoneyJson
  vat: MoneyJson
  total: MoneyJson
  status: Badge
  sending: Badge
  error: string | null
}

type Found = {
  id: number
  number: string
  issuedOn: CalendarDate
  site: string
  recipient: string
  recipientTaxId: string | null
  treatment: Treatment
  invoiceType: string | null
  description: string
  baseMinor: number
  vatMinor: number
  totalMinor: number
  status: IssuedStatus
  delivery: DeliveryStatus | null
  recordKind: 'alta' | 'anulacion' | null
  code: number | null
  message: string | null
}

const definition: ListDefinition = {
  from: 'issued_invoices i',
  key: 'i.id',
  filterJoins: 'left join verifactu_deliveries d on d.record_id = i.last_record_id',
  joins: 'join sites s on s.id = i.site_id left join verifactu_records r on r.id = i.last_record_id',
  select: `i.id, i.number, i.issued_on, s.code as site, i.recipient_name as recipient, i.recipient_tax_id, i.treatment, i.invoice_type,
    i.description, i.base_minor, i.vat_minor + i.surcharge_minor as vat_minor, i.total_minor, i.status, d.status as delivery,
    r.kind as record_kind, d.code, d.message`,
  sorts: {
    issued_on: { sql: 'i.issued_on', type: 'date' },
    number: { sql: 'i.number', type: 'text' },
    recipient: { sql: 'i.recipient_name collate "es-x-icu"', type: 'text' },
    base: { sql: 'i.base_minor', type: 'bigint' },
    total: { sql: 'i.total_minor', type: 'bigint' },
  },
  defaultSort: '-issued_on',
  totals: {
    base: `sum(i.base_minor) filter (where i.status = 'issued')`,
    total: `sum(i.total_minor) filter (where i.status = 'issued')`,
  },
}

/** Facturas emitidas, with what AEAT says of each. */
export const issuedInvoicesList: List<Found, IssuedRow> = {
  name: 'facturas-emitidas',
  definition,
  toRow,
  columns: [
    { key: 'number', title: 'Número', kind: 'reference', sort: 'number' },
    { key: 'issuedOn', title: 'Fecha', kind: 'day', sort: 'issued_on' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    {
      key: 'recipient',
      title: 'Destinatario',
      kind: 'name',
      second: 'concept',
      sort: 'recipient',
      file: { width: 32 },
    },
    { key: 'recipientTaxId', title: 'NIF', kind: 'reference', isOptional: true },
    { key: 'kind', title: 'Clase', kind: 'text', isOptional: true, file: { width: 24 } },
    {
      key: 'concept',
      title: 'Concepto',
      kind: 'text',
      isOptional: true,
      card: 'hidden',
      file: { width: 40 },
    },
    { key: 'base', title: 'Base', kind: 'money', sort: 'base', card: 'hidden' },
    { key: 'vat', title: 'Impuestos', kind: 'money', isOptional: true, card: 'hidden' },
    { key: 'total', title: 'Total', kind: 'money', sort: 'total', card: 'figure' },
    { key: 'status', title: 'Estado', kind: 'badge' },
    { key: 'sending', title: 'AEAT', kind: 'badge' },
    {
      key: 'error',
      title: 'Error de la AEAT',
      kind: 'text',
      isOptional: true,
      card: 'hidden',
      file: { width: 48 },
    },
  ],
}

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

function toRow(found: Found): IssuedRow {
  return {
    id: found.id,
    number: found.number,
    issuedOn: found.issuedOn,
    site: found.site,
    recipient: found.recipient,
    recipientTaxId: found.recipientTaxId,
    kind:
      found.invoiceType === null
        ? TREATMENTS[found.treatment]
        : (INVOICE_TYPES[found.invoiceType] ?? found.invoiceType),
    concept: found.description,
    base: euros(found.baseMinor),
    vat: euros(found.vatMinor),
    total: euros(found.totalMinor),
    status: { label: invoiceWorkflow.label(found.status), tone: invoiceWorkflow.tone(found.status) },
    sending: deliveryBadge(found.delivery, { treatment: found.treatment, kind: found.recordKind }),
    error: found.code === null ? null : `${found.code} · ${found.message ?? ''}`,
  }
}

/** Tabs of the list by what AEAT said of the last record of each document. */
export const ISSUED_TABS: Readonly<Record<string, string>> = {
  refused: `d.status in ('refused', 'accepted_with_errors')`,
  open: `d.status in ('pending', 'sending')`,
  annulled: `i.status = 'annulled'`,
}

export const ISSUED_WORDS = 'i.search_text'

export type IssuedFigures = { refused: number; withErrors: number; open: number }

/** How many documents of the companies that somebody sees wait for AEAT or for a repair. */
export function issuedFigures({ where, bindings }: Filter): Promise<IssuedFigures> {
  return oneRow<IssuedFigures>(
    `select count(*) filter (where d.status = 'refused')::int as refused,
        count(*) filter (where d.status = 'accepted_with_errors')::int as with_errors,
        count(*) filter (where d.status in ('pending', 'sending'))::int as open
       from verifactu_deliveries d join issued_invoices i on i.last_record_id = d.record_id
      where ${[`d.status <> 'accepted'`, ...where].join(' and ')}`,
    bindings
  )
}
