import { rows } from '#app/kernel/database/sql'
import { shownColumns } from '#app/kernel/lists/list_columns'
import {
  type Filter,
  type List,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listOf,
} from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { byCurrency } from '#app/kernel/money/sums'
import { worthColumn } from '#app/kernel/money/worth_column'
import { WORTH_CURRENCY, worthLeft } from '#app/ledger/fx/worth_sql'

export type OpenInvoice = {
  id: number
  number: string
  site: string
  provider: string
  dueOn: string | null
  total: MoneyJson
  pending: MoneyJson
  /** The same in the currency of the company's books. */
  worth: MoneyJson
}

type Found = {
  id: number
  number: string
  site: string
  provider: string
  dueOn: string | null
  totalMinor: number
  pendingMinor: number
  currency: string
  worthMinor: number
  worthCurrency: string
}

/** Invoices in the books with something left that is due, whether it is on its way or not; what is retained or was paid before is not. */
export const OPEN = `i.outstanding_minor > 0 and i.payable_minor > 0 and i.status in ('booked', 'disputed')`

const definition: ListDefinition = {
  from: 'invoices i',
  key: 'i.id',
  joins: 'join sites s on s.id = i.site_id join providers p on p.id = i.provider_id',
  select: `i.id, coalesce(i.invoice_number, i.reference) as number, s.code as site, p.legal_name as provider, i.due_on, i.total_minor,
    i.payable_minor as pending_minor, i.currency, ${worthLeft('i.payable_minor')} as worth_minor, ${WORTH_CURRENCY} as worth_currency`,
  sorts: {
    due_on: { sql: 'i.due_on', type: 'date' },
    pending: { sql: worthLeft('i.payable_minor'), type: 'bigint' },
  },
  defaultSort: 'due_on',
}

/** Vencimientos: the invoices behind what is left to pay. */
export const openInvoicesList: List<Found, OpenInvoice> = {
  name: 'vencimientos',
  definition,
  toRow: openInvoice,
  columns: [
    { key: 'number', title: 'Factura', kind: 'reference', file: { width: 24 } },
    { key: 'site', title: 'Empresa', kind: 'reference', isOptional: true },
    { key: 'provider', title: 'Proveedor', kind: 'name', second: 'site', file: { width: 36 } },
    { key: 'dueOn', title: 'Vencimiento', kind: 'day', sort: 'due_on' },
    { key: 'total', title: 'Total', kind: 'money', card: 'hidden' },
    { key: 'pending', title: 'Pendiente', kind: 'money', sort: 'pending', card: 'figure' },
    { key: 'pending', title: 'Moneda', kind: 'currency', only: 'file' },
    worthColumn({ key: 'worth', of: 'pending', title: 'Contravalor pendiente' }),
  ],
}

type Sums = { currency: string; worthCurrency: string; minor: number; worthMinor: number }

/** One page of them, with the sums by currency and what they are worth in the currencies of the books. */
export async function listOpenInvoices(request: ListRequest, filter: Filter): Promise<ListOf<OpenInvoice>> {
  const [page, sums] = await Promise.all([
    listOf(openInvoicesList, request, filter),
    rows<Sums>(
      `select i.currency, ${WORTH_CURRENCY} as worth_currency, sum(i.payable_minor)::bigint as minor, sum(${worthLeft('i.payable_minor')})::bigint as worth_minor
         from invoices i where ${filter.where.join(' and ')} group by 1, 2 order by i.currency <> 'EUR', 1, 2`,
      filter.bindings
    ),
  ])
  const totals = {
    pending: byCurrency(sums.map(({ minor, currency }) => ({ minor, currency }))),
    worth: byCurrency(sums.map(({ worthMinor: minor, worthCurrency: currency }) => ({ minor, currency }))),
  }
  return { ...page, totals, columns: shownColumns(openInvoicesList.columns, { rows: page.rows, totals }) }
}

function openInvoice(found: Found): OpenInvoice {
  const { id, number, site, provider, currency } = found
  return {
    id,
    number,
    site,
    provider,
    dueOn: found.dueOn,
    total: { minor: found.totalMinor, currency },
    pending: { minor: found.pendingMinor, currency },
    worth: { minor: found.worthMinor, currency: found.worthCurrency },
  }
}
