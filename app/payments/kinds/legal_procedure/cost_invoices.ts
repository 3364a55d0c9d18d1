import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type CostInvoice = { id: number; number: string; issuedOn: CalendarDate; outstandingMinor: number }

/** At most twenty booked invoices that a cost may be linked with, the newest first. */
export function findCostInvoices(costId: number, text: string): Promise<CostInvoice[]> {
  return rows<CostInvoice>(
    `select i.id, i.invoice_number as number, i.issued_on, i.outstanding_minor from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id
       join invoices i on i.site_id = p.site_id and i.provider_id = c.provider_id and i.status = 'booked' and i.doc_type <> 'credit_note' and i.currency = 'EUR'
      where c.id = :costId and (c.status <> 'paid' or i.outstanding_minor >= c.paid_minor) and i.search_text like '%' || f_unaccent(lower(:text)) || '%'
        and not exists (select 1 from legal_procedure_costs x where i.id in (x.invoice_id, x.applied_invoice_id))
      order by i.issued_on desc, i.id desc limit 20`,
    { costId, text }
  )
}
