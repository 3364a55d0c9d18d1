import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** How much of a contract's cap is used up when an invoice has come in. Amounts are bases without VAT, in minor units. */
export type CapUsage = {
  invoiceId: number
  contractId: number
  reference: string
  title: string
  currency: string
  capMinor: number
  capPeriod: 'contract' | 'year' | 'month'
  /** First day of the period of the cap; the contract's start where the cap is for all of it. */
  periodFrom: CalendarDate
  /** What this invoice adds. */
  invoiceMinor: number
  /** Everything of the period up to this invoice, in the order of their days, this one included. */
  usedMinor: number
}

/**
 * Question of rules C2 and R3, for many invoices at once: of each invoice on a contract with a cap, what the contract has
 * spent in the period of the cap by then. Invoices in review count, refused and cancelled ones do not. The invoice that
 * breaks the cap is the one from which `usedMinor` passes `capMinor`, not those before it.
 */
export function findCapUsage(invoiceIds: readonly number[], client?: Client): Promise<CapUsage[]> {
  return rows<CapUsage>(
    `with asked as (
       select distinct l.contract_id from contract_lines l join provider_contracts c on c.id = l.contract_id
        where l.invoice_id = any(:ids::bigint[]) and c.cap_minor is not null),
     billed as (
       select c.id as contract_id, l.invoice_id, min(l.day) as day, sum(l.base_minor)::bigint as invoice_minor,
              case c.cap_period when 'contract' then c.starts_on else date_trunc(c.cap_period, min(l.day))::date end as period_from
         from asked join provider_contracts c on c.id = asked.contract_id join contract_lines l on l.contract_id = c.id
        group by c.id, l.invoice_id),
     running as (
       select b.*, sum(b.invoice_minor) over (partition by b.contract_id, b.period_from order by b.day, b.invoice_id)::bigint as used_minor from billed b)
     select r.invoice_id, c.id as contract_id, c.reference, c.title, c.currency, c.cap_minor, c.cap_period, r.period_from, r.invoice_minor, r.used_minor
       from running r join provider_contracts c on c.id = r.contract_id where r.invoice_id = any(:ids::bigint[]) order by r.invoice_id, c.id`,
    { ids: [...invoiceIds] },
    client
  )
}
