import type { PaidElsewhere, PayableElsewhere } from '#app/invoices/audit/outside_facts'
import { type Client, rows } from '#app/kernel/database/sql'

/**
 * Answers rule D5 of the audit: expense notes with a receipt of the supplier of an invoice and of its amount, within so many
 * days of its issue. Kept to the company of the invoice: what another one paid is not shown in its alarm.
 */
export function findExpensesPaid(
  wanted: readonly PayableElsewhere[],
  days: number,
  client?: Client
): Promise<PaidElsewhere[]> {
  return rows<PaidElsewhere>(
    `select w.invoice_id, 'nota de gastos' as source, n.number as reference, l.total_minor as amount_minor, l.spent_on as paid_on
       from unnest(:invoices::bigint[], :sites::bigint[], :providers::bigint[], :totals::bigint[], :days::date[]) as w(invoice_id, site_id, provider_id, total_minor, issued_on)
       join providers p on p.id = w.provider_id
       join expense_note_lines l on l.supplier_tax_id = p.tax_id and l.total_minor = w.total_minor and l.spent_on between w.issued_on - :around::int and w.issued_on + :around::int
       join expense_notes n on n.id = l.note_id and n.site_id = w.site_id and n.status in ('approved', 'in_payment', 'paid')
      order by w.invoice_id, l.id`,
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
