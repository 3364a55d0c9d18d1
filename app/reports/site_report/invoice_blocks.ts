import { oneRow, rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { today } from '#app/kernel/time/calendar_date'
import { type ReportPeriod, yearBefore } from '#app/kernel/time/report_period'
import { worthOf } from '#app/ledger/fx/worth_sql'
import type { ReportedSite } from '#app/reports/site_report/report_block'
import {
  buffersLink,
  COUNTED_STATUSES,
  invoicesLink,
  openInvoicesLink,
} from '#app/reports/site_report/report_links'

const STATUSES = COUNTED_STATUSES.map((status) => `'${status}'`).join(', ')
/** The invoices of the report: those its links list. */
const COUNTED = `i.site_id = :siteId and i.status in (${STATUSES}) and i.issued_on between :from and :to`

const bindingsOf = (siteId: number, { from, to }: ReportPeriod) => ({ siteId, from, to })

export type InvoicesBlock = {
  count: number
  amount: MoneyJson
  href: string
  /** Average days from arrival to each step, with one decimal as text; null while none got there. */
  daysToApprove: string | null
  daysToBook: string | null
  daysToPay: string | null
}

/**
 * Invoices issued in the period: how many, how much in the currency of the books (what is in another at its own rate), and
 * how long each step took.
 */
export async function invoicesBlock(
  { id: siteId, currency }: ReportedSite,
  period: ReportPeriod
): Promise<InvoicesBlock> {
  const found = await oneRow<{
    count: number
    totalMinor: number
    toApprove: string | null
    toBook: string | null
    toPay: string | null
  }>(
    `select count(*)::int as count, coalesce(sum(${worthOf('i.total_minor')}), 0)::bigint as total_minor,
        ${averageDays('d.at')} as to_approve, ${averageDays('e.created_at')} as to_book, ${averageDays('o.paid_at')} as to_pay
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
    amount: { minor: found.totalMinor, currency },
    href: invoicesLink(siteId, period),
    daysToApprove: found.toApprove,
    daysToBook: found.toBook,
    daysToPay: found.toPay,
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
  beforeHref?: string
}

export const TOP_PROVIDERS = 20

/** The providers that invoiced most in the period. */
export async function providersBlock(
  { id: siteId, currency }: ReportedSite,
  period: ReportPeriod
): Promise<RankedRow[]> {
  const found = await rows<{ id: number; name: string; count: number; totalMinor: number }>(
    `select p.id, p.legal_name as name, count(*)::int as count, sum(${worthOf('i.total_minor')})::bigint as total_minor
       from invoices i join providers p on p.id = i.provider_id where ${COUNTED}
      group by p.id order by total_minor desc, p.id limit ${TOP_PROVIDERS}`,
    bindingsOf(siteId, period)
  )
  return found.map(({ id, name, count, totalMinor }) => ({
    id: String(id),
    name,
    count,
    amount: { minor: totalMinor, currency },
    href: invoicesLink(siteId, period, { provider_id: id }),
  }))
}

/** Spend without tax by the main category of each invoice, beside the same days of the year before. */
export async function categoriesBlock(
  { id: siteId, currency }: ReportedSite,
  period: ReportPeriod
): Promise<RankedRow[]> {
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
        coalesce(sum(${worthOf('i.base_minor')}) filter (where i.issued_on between :from and :to), 0)::bigint as base_minor,
        coalesce(sum(${worthOf('i.base_minor')}) filter (where i.issued_on between :pastFrom and :pastTo), 0)::bigint as before_minor
       from invoices i cross join lateral (select coalesce(i.category_id, invoice_main_category(i.id)) as id) g left join categories c on c.id = g.id
      where i.site_id = :siteId and i.status in (${STATUSES})
        and (i.issued_on between :from and :to or i.issued_on between :pastFrom and :pastTo)
      group by g.id, c.name order by base_minor desc, name`,
    { ...bindingsOf(siteId, period), pastFrom: past.from, pastTo: past.to }
  )
  return found.map(({ id, name, count, baseMinor, beforeMinor }) => ({
    id: String(id ?? 'none'),
    name,
    count,
    amount: { minor: baseMinor, currency },
    href: invoicesLink(siteId, period, { category_id: id ?? 'none' }),
    before: { minor: beforeMinor, currency },
    beforeHref: invoicesLink(siteId, past, { category_id: id ?? 'none' }),
  }))
}

export type WaitingRow = { id: string; label: string; count: number; amount: MoneyJson | null; href: string }

/** What waits today: documents for a decision, invoices with open alarms. */
export async function waitingBlock({ id: siteId, currency }: ReportedSite): Promise<WaitingRow[]> {
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
      amount: { minor: found.invoicesMinor, currency },
      href: openInvoicesLink(siteId, 'approval'),
    },
    {
      id: 'orders',
      label: 'Pagos en la bolsa',
      count: found.orders,
      amount: { minor: found.ordersMinor, currency },
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
