import { oneRow } from '#app/kernel/database/sql'
import type { ReportPeriod } from '#app/kernel/time/report_period'
import { WORTH_CURRENCY, worthLeft, worthPaid } from '#app/ledger/fx/worth_sql'
import { pendingLink } from '#app/reports/site_report/report_links'

/** Days with two decimals as text, null where there is nothing to measure; amounts in the currency of the company's books. */
export type PaymentPeriod = {
  paidMinor: number
  paidRatio: string | null
  pendingMinor: number
  pendingRatio: string | null
  pmp: string | null
  paidHref: string
  pendingHref: string
}

/**
 * «Período medio de pago a proveedores» of additional provision 3 of Ley 15/2010 as the ICAC resolution of 29 January
 * 2016 computes it: (ratio of paid operations × amount paid + ratio of pending operations × amount pending) / total. A
 * ratio is the days from the receipt of the goods or of the invoice to the payment, or to the end of the period,
 * weighted by amount; what is in another currency weighs what its invoice was booked at. Payments are those of orders and those that a bank movement settled by itself.
 */
export async function paymentPeriod(siteId: number, { from, to }: ReportPeriod): Promise<PaymentPeriod> {
  const found = await oneRow<{
    paidMinor: number
    paidRatio: string | null
    pendingMinor: number
    pendingRatio: string | null
    pmp: string | null
  }>(PMP, { siteId, from, to })
  return {
    paidMinor: found.paidMinor,
    paidRatio: found.paidRatio,
    pendingMinor: found.pendingMinor,
    pendingRatio: found.pendingRatio,
    pmp: found.pmp,
    paidHref: `/sites/${siteId}/report/payments?from=${from}&to=${to}`,
    pendingHref: pendingLink(siteId, to),
  }
}

/** The first day of the count: the operation when the invoice names it, else its arrival. */
export const START = `coalesce(i.operation_on, (i.received_at at time zone 'Europe/Madrid')::date)`

/**
 * The payments of invoices that are counted, one row each: `id` is the order's, or below zero the line's by which a movement
 * paid it. Binds `siteId`, `from` and `to`.
 */
export const PAID_OPERATIONS = `
    select o.id, i.id as invoice_id, (o.paid_at at time zone 'Europe/Madrid')::date as paid_on, ${START} as started_on, o.amount_minor, i.currency, ${worthPaid('o.amount_minor')} as worth_minor, ${WORTH_CURRENCY} as worth_currency
      from payment_orders o join invoices i on i.id = o.source_id
     where o.site_id = :siteId and o.source_type = 'invoice' and o.status in ('paid', 'reconciled')
       and (o.paid_at at time zone 'Europe/Madrid')::date between :from and :to
    union all
    select -l.id, i.id, e.posted_on, ${START}, sum(abs(r.amount_minor))::bigint, i.currency, ${worthPaid('sum(abs(r.amount_minor))::bigint')}, ${WORTH_CURRENCY}
      from journal_entries e join journal_lines l on l.entry_id = e.id and l.document_type = 'invoice' join invoices i on i.id = l.document_id
      join reconciliation_lines r on r.journal_line_id = l.id
     where e.site_id = :siteId and e.source_type = 'bank_statement_line' and e.posted_on between :from and :to and l.amount_minor > 0
     group by l.id, i.id, e.posted_on`

const PMP = `
  with paid as (
    select worth_minor::numeric as amount, greatest(paid_on - started_on, 0) as days from (${PAID_OPERATIONS}) operations),
  pending as (
    select (${worthLeft('i.payable_minor')})::numeric as amount, greatest(:to::date - ${START}, 0) as days
      from invoices i where i.site_id = :siteId and i.status in ('booked', 'disputed') and i.outstanding_minor > 0 and i.payable_minor > 0
       and ${START} <= :to::date),
  sums as (
    select coalesce((select sum(amount) from paid), 0) as paid, coalesce((select sum(amount * days) from paid), 0) as paid_days,
      coalesce((select sum(amount) from pending), 0) as pending, coalesce((select sum(amount * days) from pending), 0) as pending_days)
  select paid::bigint as paid_minor, round(paid_days / nullif(paid, 0), 2)::text as paid_ratio,
    pending::bigint as pending_minor, round(pending_days / nullif(pending, 0), 2)::text as pending_ratio,
    round((paid_days + pending_days) / nullif(paid + pending, 0), 2)::text as pmp from sums`
