import { formatDay } from '#app/kernel/calendar_date'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { formatAmount } from '#app/kernel/money'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import { liveOrdersOf } from '#app/payments/queries/live_orders'

type Money = { minor: number; currency: string }

export type ProvisionRow = {
  id: number
  concept: string
  site: string
  provider: string
  expected_on: string
  amount: Money
  paid: Money
  status: { label: string; tone: Tone }
  invoice: { id: number; number: string } | null
  reserve: string | null
  actions: string[]
}

const STATUS: Record<string, { label: string; tone: Tone }> = {
  open: { label: 'Abierta', tone: 'blue' },
  ordered: { label: 'En pago', tone: 'blue' },
  paid: { label: 'Pagada, sin factura', tone: 'amber' },
  applied: { label: 'Vinculada', tone: 'green' },
  cancelled: { label: 'Cancelada', tone: 'grey' },
}

export const provisionsList: ListDefinition = {
  from: 'supplier_provisions v',
  key: 'v.id',
  joins: `join sites s on s.id = v.site_id join providers p on p.id = v.provider_id left join invoices i on i.id = v.invoice_id left join bank_accounts b on b.id = v.reserve_account_id`,
  select: `v.id, v.concept, s.code as site, p.legal_name as provider, v.expected_on, v.amount_minor, v.settled_minor, v.currency, v.status, v.invoice_id, i.invoice_number, b.name as reserve,
    exists (select 1 from payment_orders o where o.source_type = 'supplier_provision' and o.source_id = v.id and o.status in ('draft', 'buffered', 'approved', 'sent')) as is_ordered`,
  sorts: {
    expected_on: { sql: 'v.expected_on', type: 'date' },
    amount: { sql: 'v.amount_minor', type: 'bigint' },
  },
  defaultSort: 'expected_on',
  currency: 'v.currency',
  totals: { amount: 'sum(v.amount_minor)', paid: 'sum(v.settled_minor)' },
}

type Found = {
  id: number
  concept: string
  site: string
  provider: string
  expectedOn: string
  amountMinor: number
  settledMinor: number
  currency: string
  status: string
  invoiceId: number | null
  invoiceNumber: string | null
  reserve: string | null
  isOrdered: boolean
}

export async function listProvisions(request: ListRequest, filter: Filter): Promise<ListOf<ProvisionRow>> {
  const page = await listPage<Found>(provisionsList, request, filter)
  return { ...page, rows: page.rows.map(provisionRow) }
}

function provisionRow(found: Found): ProvisionRow {
  const isOpen = found.status === 'open' && !found.isOrdered
  const isPaid = found.settledMinor >= found.amountMinor
  const state =
    found.status === 'open'
      ? found.isOrdered
        ? 'ordered'
        : found.settledMinor > 0
          ? 'paid'
          : 'open'
      : found.status
  return {
    id: found.id,
    concept: found.concept,
    site: found.site,
    provider: found.provider,
    expected_on: found.expectedOn,
    amount: { minor: found.amountMinor, currency: found.currency },
    paid: { minor: found.settledMinor, currency: found.currency },
    status: STATUS[state] ?? { label: state, tone: 'grey' },
    invoice:
      found.invoiceId && found.invoiceNumber ? { id: found.invoiceId, number: found.invoiceNumber } : null,
    reserve: found.reserve,
    actions: isOpen
      ? ['apply', ...(isPaid ? [] : ['order']), ...(found.settledMinor === 0 ? ['cancel'] : [])]
      : [],
  }
}

/** Booked invoices of the supplier and company of a provision that owe something, the newest first. */
export async function findProvisionInvoices(provisionId: number) {
  const found = await rows<{ id: number; number: string; issuedOn: string; restMinor: number }>(
    `select i.id, i.invoice_number as number, i.issued_on, i.outstanding_minor - ${liveOrdersOf('i.id')} as rest_minor
       from supplier_provisions v join invoices i on i.site_id = v.site_id and i.provider_id = v.provider_id and i.currency = v.currency
      where v.id = :provisionId and i.status = 'booked' and i.doc_type <> 'credit_note' order by i.issued_on desc, i.id desc limit 50`,
    { provisionId }
  )
  return found.map(({ id, number, issuedOn, restMinor }) => ({
    value: String(id),
    label: number,
    hint: `${formatDay(issuedOn as never)} · pendiente ${formatAmount(restMinor, 'EUR')}`,
  }))
}
