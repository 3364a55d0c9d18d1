import { today } from '#app/kernel/calendar_date'
import type { MoneyJson } from '#app/kernel/money'
import { oneRow, rows } from '#app/kernel/sql'
import {
  buffersLink,
  COUNTED_STATUSES,
  invoicesLink,
  openInvoicesLink,
  REPORT_CURRENCY,
} from '#app/reports/site_report/report_links'
import { type ReportPeriod, yearBefore } from '#app/reports/site_report/report_period'

const euro = (minor: number): MoneyJson => ({ minor, currency: REPORT_CURRENCY })
const STATUSES = COUNTED_STATUSES.map((status) => `'${status}'`).join(', ')
/** The invoices of the report: those its links list. */
const COUNTED = `i.site_id = :siteId and i.status in (${STATUSES}) and i.currency = '${REPORT_CURRENCY}' and i.issued_on between :from and :to`

const bindingsOf = (siteId: number, { from, to }: ReportPeriod) => ({ siteId, from, to })

export type InvoicesBlock = {
  count: number
  amount: MoneyJson
  href: string
  /** Average days from arrival to each step, with one decimal as text; null while none got there. */
  days_to_approve: string | null
  days_to_book: string | null
  days_to_pay: string | null
  other_currencies: number
}

/** Invoices issued in the period: how many, how much, and how long each step took. */
export async function invoicesBlock(siteId: number, period: ReportPeriod): Promise<InvoicesBlock> {
  const found = await oneRow<{
    count: number
    totalMinor: number
    toApprove: string | null
    toBook: string | null
    toPay: string | null
    otherCurrencies: number
  }>(
    `select count(*)::int as count, coalesce(sum(i.total_minor), 0)::bigint as total_minor,
        ${averageDays('d.at')} as to_approve, ${averageDays('e.created_at')} as to_book, ${averageDays('o.paid_at')} as to_pay,
        (select count(*)::int from invoices f where f.site_id = :siteId and f.status in (${STATUSES}) and f.currency <> '${REPORT_CURRENCY}' and f.issued_on between :from and :to) as other_currencies
       from invoices i
       left join journal_entries e on e.id = i.journal_entry_id
       left join (select document_id, max(decided_at) as at from approval_decisions
           where document_type = 'invoice' and site_id = :siteId and decision = 'approve' and revoked_at is null group by 1) d on d.document_id = i.id
       left join (select source_id, max(paid_at) as paid_at from payment_orders
           where source_type = 'invoice' and site_id = :siteId and status in ('paid', 'reconciled') group by 1) o on o.source_id = i.id and i.payment_state = 'paid'
      where ${COUNTED}`,
    bindingsOf(siteId, period)
  )
  return {
    count: found.count,
    amount: euro(found.totalMinor),
    href: invoicesLink(siteId, period),
    days_to_approve: found.toApprove,
    days_to_book: found.toBook,
    days_to_pay: found.toPay,
    other_currencies: found.otherCurrencies,
  }
}

const averageDays = (instant: string) =>
  `round(avg(greatest(extract(epoch from ${instant} - i.received_at), 0) / 86400)::numeric, 1)::text`

export type RankedRow = {
  id: string
  name: string
  count: number
  amount: MoneyJson
  href: string
  /** The same days of the year before. */
  before?: MoneyJson
  before_href?: string
}

export const TOP_PROVIDERS = 20

/** The providers that invoiced most in the period. */
export async function providersBlock(siteId: number, period: ReportPeriod): Promise<RankedRow[]> {
  const found = await rows<{ id: number; name: string; count: number; totalMinor: number }>(
    `select p.id, p.legal_name as name, count(*)::int as count, sum(i.total_minor)::bigint as total_minor
       from invoices i join providers p on p.id = i.provider_id where ${COUNTED}
      group by p.id order by sum(i.total_minor) desc, p.id limit ${TOP_PROVIDERS}`,
    bindingsOf(siteId, period)
  )
  return found.map(({ id, name, count, totalMinor }) => ({
    id: String(id),
    name,
    count,
    amount: euro(totalMinor),
    href: invoicesLink(siteId, period, { provider_id: id }),
  }))
}

/** Spend without tax by the main category of each invoice, beside the same days of the year before. */
export async function categoriesBlock(siteId: number, period: ReportPeriod): Promise<RankedRow[]> {
  const past = yearBefore(period)
  const found = await rows<{
    id: number | null
    name: string
    count: number
    baseMinor: number
    beforeMinor: number
  }>(
    `select g.id, coalesce(c.name::text, 'Sin categoría') as name,
        count(*) filter (where i.issued_on >= :from)::int as count,
        coalesce(sum(i.base_minor) filter (where i.issued_on between :from and :to), 0)::bigint as base_minor,
        coalesce(sum(i.base_minor) filter (where i.issued_on between :pastFrom and :pastTo), 0)::bigint as before_minor
       from invoices i cross join lateral (select coalesce(i.category_id, invoice_main_category(i.id)) as id) g left join categories c on c.id = g.id
      where i.site_id = :siteId and i.status in (${STATUSES}) and i.currency = '${REPORT_CURRENCY}'
        and (i.issued_on between :from and :to or i.issued_on between :pastFrom and :pastTo)
      group by g.id, c.name order by base_minor desc, name`,
    { ...bindingsOf(siteId, period), pastFrom: past.from, pastTo: past.to }
  )
  return found.map(({ id, name, count, baseMinor, beforeMinor }) => ({
    id: String(id ?? 'none'),
    name,
    count,
    amount: euro(baseMinor),
    href: invoicesLink(siteId, period, { category_id: id ?? 'none' }),
    before: euro(beforeMinor),
    before_href: invoicesLink(siteId, past, { category_id: id ?? 'none' }),
  }))
}

export type WaitingRow = { id: string; label: string; count: number; amount: MoneyJson | null; href: string }

/** What waits today: documents for a decision, invoices with open alarms. */
export async function waitingBlock(siteId: number): Promise<WaitingRow[]> {
  const found = await oneRow<
    Record<'invoices' | 'invoicesMinor' | 'orders' | 'ordersMinor' | 'alarms', number>
  >(
    `select
      (select count(*)::int from invoices where site_id = :siteId and status = 'pending_approval') as invoices,
      (select coalesce(sum(worth_in_base(total_minor, currency, fx_rate)), 0)::bigint from invoices where site_id = :siteId and status = 'pending_approval') as invoices_minor,
      (select count(*)::int from payment_orders where site_id = :siteId and status in ('buffered', 'approved') and kind in ('supplier', 'provision')) as orders,
      (select coalesce(sum(worth_on(amount_minor, currency, (select base_currency from sites where id = site_id), :today::date)), 0)::bigint from payment_orders where site_id = :siteId and status in ('buffered', 'approved') and kind in ('supplier', 'provision')) as orders_minor,
      (select count(*)::int from invoices where site_id = :siteId and open_alarms > 0 and status not in ('cancelled', 'rejected', 'duplicate')) as alarms`,
    { siteId, today: today() }
  )
  return [
    {
      id: 'invoices',
      label: 'Facturas por aprobar',
      count: found.invoices,
      amount: euro(found.invoicesMinor),
      href: openInvoicesLink(siteId, 'approval'),
    },
    {
      id: 'orders',
      label: 'Pagos en la bolsa',
      count: found.orders,
      amount: euro(found.ordersMinor),
      href: buffersLink(siteId),
    },
    {
      id: 'alarms',
      label: 'Facturas con alarmas abiertas',
      count: found.alarms,
      amount: null,
      href: openInvoicesLink(siteId, 'alarms'),
    },
  ]
}
