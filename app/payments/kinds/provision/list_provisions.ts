import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import { formatAmount, type MoneyJson } from '#app/kernel/money/money'
import { formatDay } from '#app/kernel/time/calendar_date'
import { liveOrdersOf } from '#app/payments/orders/checks/live_orders'

export type ProvisionRow = {
  id: number
  concept: string
  site: string
  provider: string
  expectedOn: string
  amount: MoneyJson
  paid: MoneyJson
  status: Badge
  invoice: { id: number; number: string } | null
  reserve: string | null
  actions: string[]
}

const STATUS: Record<string, Badge> = {
  open: { label: 'Abierta', tone: 'blue' },
  ordered: { label: 'En pago', tone: 'blue' },
  paid: { label: 'Pagada, sin factura', tone: 'amber' },
  applied: { label: 'Vinculada', tone: 'green' },
  cancelled: { label: 'Cancelada', tone: 'grey' },
}

const definition: ListDefinition = {
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

/** What suppliers will be owed before their invoices come. */
export const provisionsList: List<Found, ProvisionRow> = {
  name: 'provisiones',
  definition,
  toRow: provisionRow,
  columns: [
    { key: 'concept', title: 'Concepto', kind: 'name', second: 'provider' },
    { key: 'provider', title: 'Proveedor', kind: 'text', isOptional: true },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'expectedOn', title: 'Prevista', kind: 'day', sort: 'expected_on' },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
    { key: 'paid', title: 'Anticipado', kind: 'money' },
    { key: 'reserve', title: 'Fondos reservados', kind: 'text', card: 'hidden' },
    {
      key: 'invoice',
      title: 'Factura',
      kind: 'own',
      file: { value: ({ invoice }) => invoice?.number ?? null },
    },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
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
    expectedOn: found.expectedOn,
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
    `select i.id, i.invoice_number as number, i.issued_on, i.outstanding_minor - i.retained_open_minor - ${liveOrdersOf('i.id')} as rest_minor
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

/** SQL: a provision `v` that waits for its invoice. */
export const OPEN_PROVISION = `v.status = 'open'`

/** SQL: the words of a provision `v` that are searched. */
export const PROVISION_WORDS = 'f_unaccent(lower(v.concept))'
