import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { accountEnd, PAYEE_ACCOUNT } from '#app/payments/orders/page/payee_account'

type Money = { minor: number; currency: string }

/** A payment to a supplier that nobody has put into the buffer yet. */
export type SupplierDraftRow = {
  /** The order's key; negative that of an occurrence which has none yet. */
  id: number
  number: string
  origin: string
  href: string
  creditor: string
  concept: string
  dueOn: CalendarDate
  amount: Money
  iban: string | null
  account: string
  /** Why it cannot be prepared; null when it can. */
  hindrance: string | null
}

/** Drafts of payments to suppliers: invoices, what a file brought, provisions, and what recurs. In euro, as the review is. */
export const SUPPLIER_DRAFTS = `o.kind in ('supplier', 'provision', 'recurring') and o.status = 'draft' and o.currency = 'EUR'`

const PROCESSED_MAX = 500

/** Occurrences that are due without a draft, of the agreements `r`: their amount is missing, or the draft could not be made. */
const WAITING = `r.status <> 'paused' and r.currency = 'EUR' and o.status = 'planned' and r.amount_mode <> 'from_invoice' and (o.amount_minor is null or o.problem is not null)`

/**
 * Companies with something to review: with how many drafts, how much they are, and how many occurrences wait for one. `drafts`
 * is over `o`, `agreements` over `r`; null where what recurs is not shown.
 */
export function supplierReviewGroups(drafts: Filter, agreements: Filter | null) {
  const waiting = agreements
    ? `union all select r.site_id, 0, 0, count(*) from recurrent_occurrences o join recurrent_payments r on r.id = o.recurrent_payment_id
        where ${[WAITING, ...agreements.where].join(' and ')} group by 1`
    : ''
  return rows<{ siteId: number; site: string; payments: number; totalMinor: number; waiting: number }>(
    `select s.id as site_id, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, sum(g.payments)::int as payments, sum(g.total_minor)::bigint as total_minor,
        sum(g.waiting)::int as waiting
       from (select o.site_id, count(*) as payments, sum(o.amount_minor) as total_minor, 0 as waiting
               from payment_orders o where ${[SUPPLIER_DRAFTS, ...drafts.where].join(' and ')} group by 1 ${waiting}) g
       join sites s on s.id = g.site_id group by 1, 2 order by 2, 1`,
    { ...drafts.bindings, ...agreements?.bindings }
  )
}

type Draft = {
  id: number
  number: string
  kind: string
  isUploaded: boolean
  creditor: string
  concept: string
  dueOn: CalendarDate
  amountMinor: number
  iban: string | null
  payeeAccount: string | null
  account: string
}

/** The drafts of a company, those that are due first in front. `scope` is over `o`. */
export async function supplierDrafts(siteId: number, scope: Filter): Promise<SupplierDraftRow[]> {
  const where = [SUPPLIER_DRAFTS, 'o.site_id = :siteId', ...scope.where].join(' and ')
  const found = await rows<Draft>(
    `select o.id, o.number, o.kind, exists (select 1 from import_rows r where r.created_type = 'payment_order' and r.created_id = o.id) as is_uploaded,
        o.creditor_name as creditor, o.remittance as concept, o.execution_date as due_on, o.amount_minor, o.creditor_iban as iban, ${PAYEE_ACCOUNT} as payee_account, b.name as account
       from payment_orders o join bank_accounts b on b.id = o.debtor_account_id where ${where} order by o.execution_date, o.id limit ${PROCESSED_MAX}`,
    { ...scope.bindings, siteId }
  )
  return found.map(({ kind, isUploaded, dueOn, amountMinor, iban, payeeAccount, ...draft }) => ({
    ...draft,
    origin: isUploaded ? 'Importado' : (ORIGINS[kind] ?? 'Factura'),
    href: `/payment-orders/${draft.id}`,
    dueOn,
    amount: { minor: amountMinor, currency: 'EUR' },
    iban: accountEnd({ iban, payeeAccount }),
    hindrance: null,
  }))
}

const ORIGINS: Readonly<Record<string, string>> = {
  supplier: 'Factura',
  provision: 'Provisión',
  recurring: 'Recurrente',
}

type Waiting = {
  id: number
  recurrentId: number
  creditor: string
  concept: string
  dueOn: CalendarDate
  amountMinor: number | null
  problem: string | null
}

/** What recurs and is due, but has no draft yet: its amount is missing, or the draft could not be made. */
export async function waitingOccurrences(siteId: number): Promise<SupplierDraftRow[]> {
  const found = await rows<Waiting>(
    `select o.id, r.id as recurrent_id, p.legal_name as creditor, r.concept, o.due_on, o.amount_minor, o.problem
       from recurrent_occurrences o join recurrent_payments r on r.id = o.recurrent_payment_id join providers p on p.id = r.provider_id
      where r.site_id = :siteId and ${WAITING} order by o.due_on, o.id limit ${PROCESSED_MAX}`,
    { siteId }
  )
  return found.map(({ id, recurrentId, creditor, concept, dueOn, amountMinor, problem }) => ({
    id: -id,
    number: '',
    origin: 'Recurrente',
    href: `/payrecurrents/${recurrentId}/edit`,
    creditor,
    concept,
    dueOn,
    amount: { minor: amountMinor ?? 0, currency: 'EUR' },
    iban: null,
    account: '',
    hindrance: problem ?? 'Falta el importe de este vencimiento',
  }))
}
