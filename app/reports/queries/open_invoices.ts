import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { rows } from '#app/kernel/sql'
import { byCurrency } from '#app/kernel/sums'
import { WORTH_CURRENCY, worthLeft } from '#app/ledger/fx/worth_sql'

export type OpenInvoice = {
  id: number
  number: string
  site: string
  provider: string
  due_on: string | null
  total: { minor: number; currency: string }
  pending: { minor: number; currency: string }
  /** The same in the currency of the company's books. */
  worth: { minor: number; currency: string }
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

/** Invoices in the books with something left to pay, whether it is on its way or not. */
export const OPEN = `i.outstanding_minor > 0 and i.status in ('booked', 'disputed')`

export const openInvoicesList: ListDefinition = {
  from: 'invoices i',
  key: 'i.id',
  joins: 'join sites s on s.id = i.site_id join providers p on p.id = i.provider_id',
  select: `i.id, coalesce(i.invoice_number, i.reference) as number, s.code as site, p.legal_name as provider, i.due_on, i.total_minor,
    i.outstanding_minor as pending_minor, i.currency, ${worthLeft()} as worth_minor, ${WORTH_CURRENCY} as worth_currency`,
  sorts: {
    due_on: { sql: 'i.due_on', type: 'date' },
    pending: { sql: worthLeft(), type: 'bigint' },
  },
  defaultSort: 'due_on',
}

type Sums = { currency: string; worthCurrency: string; minor: number; worthMinor: number }

/** One page of them, with the sums by currency and what they are worth in the currencies of the books. */
export async function listOpenInvoices(request: ListRequest, filter: Filter): Promise<ListOf<OpenInvoice>> {
  const [page, sums] = await Promise.all([
    listPage<Found>(openInvoicesList, request, filter),
    rows<Sums>(
      `select i.currency, ${WORTH_CURRENCY} as worth_currency, sum(i.outstanding_minor)::bigint as minor, sum(${worthLeft()})::bigint as worth_minor
         from invoices i where ${filter.where.join(' and ')} group by 1, 2 order by i.currency <> 'EUR', 1, 2`,
      filter.bindings
    ),
  ])
  return {
    ...page,
    rows: page.rows.map(openInvoice),
    totals: {
      pending: byCurrency(sums.map(({ minor, currency }) => ({ minor, currency }))),
      worth: byCurrency(sums.map(({ worthMinor: minor, worthCurrency: currency }) => ({ minor, currency }))),
    },
  }
}

export function openInvoice(found: Found): OpenInvoice {
  const { id, number, site, provider, currency } = found
  return {
    id,
    number,
    site,
    provider,
    due_on: found.dueOn,
    total: { minor: found.totalMinor, currency },
    pending: { minor: found.pendingMinor, currency },
    worth: { minor: found.worthMinor, currency: found.worthCurrency },
  }
}
