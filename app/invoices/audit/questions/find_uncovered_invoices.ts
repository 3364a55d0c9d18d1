import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Why an invoice of a supplier who bills by contract hangs on none. */
export type Uncovered = {
  invoiceId: number
  /** `unmatched`: one is in force, and neither its prices nor its amount are those of the invoice. */
  reason: 'unmatched' | 'suspended' | 'expired' | 'terminated' | 'not_started'
  contractId: number
  reference: string
  title: string
  /** The day from which the contract does not cover any more; that on which it begins for `not_started`. */
  boundary: CalendarDate | null
  day: CalendarDate
}

/**
 * Question of rule C3, for many invoices at once: invoices without a contract whose supplier has one with the company that
 * asks for it (`requires_invoice_match`), and why it does not cover the day of the operation. Of several contracts the one
 * that says most: in force, else the one that ended last.
 */
export function findUncoveredInvoices(invoiceIds: readonly number[], client?: Client): Promise<Uncovered[]> {
  return rows<Uncovered>(
    `select distinct on (i.id) i.id as invoice_id, f.reason, c.id as contract_id, c.reference, c.title, f.boundary, d.day
       from invoices i cross join lateral (select coalesce(i.operation_on, i.issued_on, i.received_at::date) as day) d
       join provider_contracts c on c.provider_id = i.provider_id and c.parent_contract_id is null and i.site_id = any(c.site_ids)
        and c.status in ('active', 'suspended', 'expired', 'terminated') and c.requires_invoice_match
       cross join lateral (select
          case when contract_covers(c, d.day) then 'unmatched' when d.day < c.starts_on then 'not_started'
               when c.status = 'suspended' and d.day >= c.suspended_on then 'suspended'
               when c.status = 'terminated' then 'terminated' else 'expired' end as reason,
          case when contract_covers(c, d.day) then null when d.day < c.starts_on then c.starts_on
               when c.status = 'suspended' and d.day >= c.suspended_on then c.suspended_on
               else coalesce(c.ended_on, c.ends_on) end as boundary) f
      where i.id = any(:ids::bigint[]) and i.doc_type <> 'credit_note' and i.contract_id is null
        and not exists (select 1 from invoice_lines l where l.invoice_id = i.id and l.contract_id is not null)
      order by i.id, (f.reason = 'unmatched') desc, f.boundary desc nulls last, c.id`,
    { ids: [...invoiceIds] },
    client
  )
}
