import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { rows } from '#app/kernel/sql'

export type OpenInvoice = {
  id: number
  number: string
  site: string
  provider: string
  due_on: string | null
  total: { minor: number; currency: string }
  pending: { minor: number; currency: string }
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
}

/** Invoices in the books with something left to pay, whether it is on its way or not. */
export const OPEN = `i.outstanding_minor > 0 and i.status in ('booked', 'disputed')`

export const openInvoicesList: ListDefinition = {
  from: 'invoices i',
  key: 'i.id',
  joins: 'join sites s on s.id = i.site_id join providers p on p.id = i.provider_id',
  select: `i.id, coalesce(i.invoice_number, i.reference) as number, s.code as site, p.legal_name as provider, i.due_on, i.total_minor,
    i.outstanding_minor as pending_minor, i.currency`,
  sorts: {
    due_on: { sql: 'i.due_on', type: 'date' },
    pending: { sql: 'i.outstanding_minor', type: 'bigint' },
  },
  defaultSort: 'due_on',
}

/** One page of them, with the sums by currency. */
export async function listOpenInvoices(request: ListRequest, filter: Filter): Promise<ListOf<OpenInvoice>> {
  const [page, sums] = await Promise.all([
    listPage<Found>(openInvoicesList, request, filter),
    rows<{ currency: string; minor: number }>(
      `select i.currency, sum(i.outstanding_minor)::bigint as minor from invoices i where ${filter.where.join(' and ')} group by 1 order by 1`,
      filter.bindings
    ),
  ])
  return { ...page, rows: page.rows.map(openInvoice), totals: { pending: sums } }
}

export function openInvoice({ totalMinor, pendingMinor, currency, dueOn, ...found }: Found): OpenInvoice {
  return {
    ...found,
    due_on: dueOn,
    total: { minor: totalMinor, currency },
    pending: { minor: pendingMinor, currency },
  }
}
