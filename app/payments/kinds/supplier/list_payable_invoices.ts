import { endOfAccount } from '#app/kernel/identifiers/account_number'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { worthColumn } from '#app/kernel/money/worth_column'
import { WORTH_CURRENCY, worthLeft } from '#app/ledger/fx/worth_sql'
import { BY_CONNECTION, isKnownToConnection, NO_IBAN } from '#app/payments/orders/checks/account_without_iban'
import { LIVE, liveOrdersOf } from '#app/payments/orders/checks/live_orders'

export type PayableRow = {
  id: number
  reference: string
  siteId: number
  site: string
  provider: string
  number: string
  issuedOn: string
  dueOn: string | null
  isOverdue: boolean
  total: MoneyJson
  pending: MoneyJson
  /** The same in the currency of the company's books. */
  worth: MoneyJson
  /** The end of the account to be paid, with IBAN or without. */
  iban: string | null
  /** Why it cannot be paid now, or from where alone it can; null when nothing is to be known. */
  hindrance: string | null
  /** What is free in the fund of its supplier in its company; null where there is none. */
  fund: MoneyJson | null
  /** The last of its payments that are on their way. */
  live: { id: number; number: string } | null
  actions: string[]
}

/** What is due and no live order takes, in cents. */
const PENDING = `greatest(i.payable_minor - ${liveOrdersOf('i.id')}, 0)`

const WORTH = worthLeft(PENDING)

/** Booked invoices with something left that no order covers yet. */
const definition: ListDefinition = {
  from: 'invoices i',
  key: 'i.id',
  joins: `join sites s on s.id = i.site_id join providers p on p.id = i.provider_id
    left join lateral (select b.id, b.iban, b.account_number, b.verification, coalesce(b.payable_from <= now(), true) as payable from provider_banks b where b.provider_id = p.id and b.disabled_at is null
       and b.verification in ('verified', 'unverified') and (b.site_id is null or b.site_id = i.site_id)
       order by (b.id = i.provider_bank_id) desc, (b.verification = 'verified') desc, (b.site_id = i.site_id) desc nulls last, b.is_default desc, b.id limit 1) b on true
    left join lateral (select l.id, l.number from payment_orders l where l.source_type = 'invoice' and l.source_id = i.id and l.status in ${LIVE} order by l.id desc limit 1) o on true`,
  select: `i.id, i.reference, i.site_id, s.code as site, o.id as live_id, o.number as live_number, p.legal_name as provider, p.status as provider_status, p.payment_method, i.invoice_number as number, i.issued_on, i.due_on, i.due_on < current_date as is_overdue,
    i.total_minor, i.currency, ${PENDING}::bigint as pending_minor, (${WORTH})::bigint as worth_minor, ${WORTH_CURRENCY} as worth_currency, b.iban, b.account_number, b.verification, b.payable, b.iban is null and ${isKnownToConnection({ bank: 'b.id', site: 'i.site_id', currency: 'i.currency' })} as is_by_connection, i.status, i.doc_type,
    (select a.message from invoice_alarms a where a.invoice_id = i.id and a.status = 'open' and a.severity = 'blocking' limit 1) as blocking,
    case when p.reserve_virtual_account_id is not null then
      (select coalesce((select f.amount_minor from account_holds f where f.document_type = 'reserve_fund' and f.document_id = v.id and f.released_at is null), 0)
         from virtual_accounts v where v.id = p.reserve_virtual_account_id and v.site_id = i.site_id) end as fund_minor`,
  sorts: {
    due_on: { sql: 'i.due_on', type: 'date' },
    issued_on: { sql: 'i.issued_on', type: 'date' },
    total: { sql: 'i.total_minor', type: 'bigint' },
  },
  defaultSort: 'due_on',
  currency: 'i.currency',
  totals: { total: 'sum(i.total_minor)', pending: `sum(${PENDING})` },
  worth: { currency: WORTH_CURRENCY, totals: { worth: `sum(${WORTH})` } },
}

/** What the list looks at, whatever else is filtered. An invoice in process is paid in parts when something of it is left. */
export const PAYABLE = `i.outstanding_minor > 0 and i.payable_minor > 0 and i.status in ('booked', 'disputed') and i.doc_type <> 'credit_note'
  and (i.payment_state in ('unpaid', 'partial') or (i.payment_state = 'in_process' and i.payable_minor > ${liveOrdersOf('i.id')}))`

type Found = {
  id: number
  reference: string
  siteId: number
  liveId: number | null
  liveNumber: string | null
  site: string
  provider: string
  providerStatus: string
  paymentMethod: string
  number: string
  issuedOn: string
  dueOn: string | null
  isOverdue: boolean | null
  totalMinor: number
  currency: string
  pendingMinor: number
  worthMinor: number
  worthCurrency: string
  iban: string | null
  accountNumber: string | null
  verification: string | null
  payable: boolean | null
  /** Its account has no IBAN, and a connection of the company has it. */
  isByConnection: boolean
  status: string
  docType: string
  blocking: string | null
  fundMinor: number | null
}

/** Facturas por pagar; `showsWorth` has in view what is left of them in the currency of the books. */
export const payableList = (showsWorth = false): List<Found, PayableRow> => ({
  name: 'facturas-por-pagar',
  definition,
  toRow: payableRow,
  columns: [
    { key: 'reference', title: 'Referencia', kind: 'reference', only: 'file' },
    { key: 'site', title: 'Empresa', kind: 'reference', only: 'file' },
    { key: 'provider', title: 'Proveedor', kind: 'name', second: 'site', file: { width: 34 } },
    { key: 'number', title: 'Nº factura', kind: 'reference' },
    { key: 'issuedOn', title: 'Fecha', kind: 'day', sort: 'issued_on', file: { title: 'Fecha factura' } },
    { key: 'dueOn', title: 'Vencimiento', kind: 'day', sort: 'due_on' },
    { key: 'total', title: 'Total', kind: 'money', sort: 'total', card: 'hidden' },
    { key: 'pending', title: 'Pendiente', kind: 'money', card: 'figure' },
    { key: 'pending', title: 'Moneda', kind: 'currency', only: 'file' },
    worthColumn({ key: 'worth', of: 'pending', title: 'Contravalor pendiente', isOptional: !showsWorth }),
    { key: 'iban', title: 'Cuenta', kind: 'account', card: 'hidden', file: { title: 'Cuenta de destino' } },
    {
      key: 'hindrance',
      title: 'Avisos',
      kind: 'text',
      isSaid: ({ rows }) => rows.some(({ hindrance, live }) => hindrance !== null || live !== null),
      file: { width: 34 },
    },
    { key: 'reference', title: 'Referencia', kind: 'reference', isOptional: true, only: 'page' },
    {
      key: 'live',
      title: 'En parte en',
      kind: 'own',
      only: 'file',
      file: { value: ({ live }) => live?.number ?? null },
    },
  ],
})

function payableRow(found: Found): PayableRow {
  const hindrance = hindranceOf(found)
  return {
    id: found.id,
    reference: found.reference,
    siteId: found.siteId,
    site: found.site,
    provider: found.provider,
    number: found.number,
    issuedOn: found.issuedOn,
    dueOn: found.dueOn,
    isOverdue: found.isOverdue ?? false,
    total: { minor: found.totalMinor, currency: found.currency },
    pending: { minor: found.pendingMinor, currency: found.currency },
    worth: { minor: found.worthMinor, currency: found.worthCurrency },
    iban: found.verification === null ? null : endOfAccount(found),
    hindrance,
    fund: found.fundMinor === null ? null : { minor: found.fundMinor, currency: found.currency },
    live: found.liveId && found.liveNumber ? { id: found.liveId, number: found.liveNumber } : null,
    actions: actionsOf(found, hindrance),
  }
}

function actionsOf({ fundMinor }: Found, hindrance: string | null): string[] {
  if (hindrance === BY_CONNECTION) return ['order']
  if (hindrance !== null) return []
  return (fundMinor ?? 0) > 0 ? ['order', 'virtual'] : ['order']
}

function hindranceOf(found: Found): string | null {
  if (found.status === 'disputed') return 'En disputa'
  if (found.providerStatus === 'draft') return 'Proveedor por validar'
  if (found.providerStatus !== 'active') return 'Proveedor bloqueado'
  if (found.paymentMethod === 'direct_debit') return 'Domiciliada: la cobra el proveedor'
  if (found.blocking) return found.blocking
  if (found.verification === null) return 'Sin cuenta bancaria'
  if (found.verification !== 'verified') return 'Cuenta sin verificar'
  if (!found.payable) return 'Cuenta verificada hace poco: en espera'
  if (found.iban === null) return found.isByConnection ? BY_CONNECTION : NO_IBAN
  return null
}
