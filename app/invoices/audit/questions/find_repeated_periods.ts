import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Two lines that bill the same agreed item to the same company for days in common. */
export type RepeatedPeriod = {
  invoiceId: number
  lineId: number
  otherInvoiceId: number
  otherReference: string
  contractId: number
  reference: string
  code: string
  description: string
  periodFrom: CalendarDate
  periodTo: CalendarDate
}

/**
 * Question of rule C4, for many invoices at once: what an earlier invoice has billed already. Only lines that say their
 * period are compared; amendments of an item are the same item. Of two invoices the later one is told.
 */
export function findRepeatedPeriods(
  invoiceIds: readonly number[],
  client?: Client
): Promise<RepeatedPeriod[]> {
  return rows<RepeatedPeriod>(
    `select distinct on (l.line_id) l.invoice_id, l.line_id, o.invoice_id as other_invoice_id, x.reference as other_reference, l.contract_id, c.reference,
            it.code, it.description, greatest(l.period_from, o.period_from) as period_from, least(l.period_to, o.period_to) as period_to
       from contract_lines l join contract_items it on it.id = l.item_id join provider_contracts c on c.id = l.contract_id
       join contract_lines o on o.contract_id = l.contract_id and o.site_id = l.site_id and o.invoice_id <> l.invoice_id
        and o.period_from <= l.period_to and o.period_to >= l.period_from and (o.day, o.invoice_id) < (l.day, l.invoice_id) and o.base_minor > 0
       join contract_items oi on oi.id = o.item_id and oi.code = it.code
       join invoices x on x.id = o.invoice_id
      where l.invoice_id = any(:ids::bigint[]) and l.base_minor > 0
      order by l.line_id, o.day, o.invoice_id`,
    { ids: [...invoiceIds] },
    client
  )
}
