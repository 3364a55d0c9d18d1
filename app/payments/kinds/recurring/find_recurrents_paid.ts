import type { PaidElsewhere, PayableElsewhere } from '#app/invoices/audit/outside_facts'
import { type Client, rows } from '#app/kernel/database/sql'

/**
 * Answers rule D5 of the audit: recurrent payments that paid a supplier the amount of an invoice without it, within so many
 * days of its issue. Those that wait for an invoice are payments of that invoice and say nothing. Kept to the company of
 * the invoice: what another one paid is not shown in its alarm.
 */
export function findRecurrentsPaid(
  wanted: readonly PayableElsewhere[],
  days: number,
  client?: Client
): Promise<PaidElsewhere[]> {
  return rows<PaidElsewhere>(
    `select w.invoice_id, 'pago recurrente' as source, o.number as reference, o.amount_minor, coalesce(o.sent_at::date, o.execution_date) as paid_on
       from unnest(:invoices::bigint[], :sites::bigint[], :providers::bigint[], :totals::bigint[], :days::date[]) as w(invoice_id, site_id, provider_id, total_minor, issued_on)
       join recurrent_payments r on r.provider_id = w.provider_id and r.site_id = w.site_id and r.amount_mode <> 'from_invoice'
       join recurrent_occurrences c on c.recurrent_payment_id = r.id and c.amount_minor = w.total_minor and c.status = 'ordered'
       join payment_orders o on o.source_type = 'recurrent_occurrence' and o.source_id = c.id and o.status in ('sent', 'paid')
      where coalesce(o.sent_at::date, o.execution_date) between w.issued_on - :around::int and w.issued_on + :around::int
      order by w.invoice_id, o.id`,
    {
      invoices: wanted.map(({ invoiceId }) => invoiceId),
      sites: wanted.map(({ siteId }) => siteId),
      providers: wanted.map(({ providerId }) => providerId),
      totals: wanted.map(({ totalMinor }) => totalMinor),
      days: wanted.map(({ issuedOn }) => issuedOn),
      around: days,
    },
    client
  )
}
