import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { LockedCost } from '#app/legal/actions/lock_cost'

/** An invoice that a cost is linked with, under its row lock; amounts in cents. */
export type CostInvoice = {
  id: number
  siteId: number
  providerId: number
  status: string
  docType: string
  reference: string
  currency: string
  baseMinor: number
  vatMinor: number
  withholdingMinor: number
  totalMinor: number
  outstandingMinor: number
  retainedOpenMinor: number
  roundingMinor: number
  dueOn: CalendarDate | null
  postedOn: CalendarDate | null
  live: number
  orderedMinor: number
}

/** Locked before its cost, as everybody does. Throws E_INVOICE for one that is not there. */
export async function lockInvoice(invoiceId: number, trx: Transaction): Promise<CostInvoice> {
  await execute(`select 1 from invoices where id = :invoiceId for update`, { invoiceId }, trx)
  const found = await row<CostInvoice>(
    `select i.id, i.site_id, i.provider_id, i.status, i.doc_type, i.reference, i.currency, i.base_minor, i.vat_minor, i.withholding_minor, i.total_minor, i.outstanding_minor, i.retained_open_minor, i.rounding_minor, i.due_on, i.posted_on,
        (select count(*)::int from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status in ('draft', 'buffered', 'approved', 'sent')) as live,
        (select coalesce(sum(o.amount_minor), 0)::bigint from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id and o.status in ('draft', 'buffered', 'approved', 'sent')) as ordered_minor
       from invoices i where i.id = :invoiceId`,
    { invoiceId },
    trx
  )
  if (!found) throw new DomainError('E_INVOICE', 'La factura no existe.', { field: 'invoice_id' })
  return found
}

/** A line in the trail of the cost's procedure. */
export function tellOfCost(
  { procedureId, siteId, description }: LockedCost,
  event: string,
  diff: Record<string, [unknown, unknown]>,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  return recordEvent(
    { actor, objectType: 'legal_procedure', objectId: procedureId, siteId, event, reason: description, diff },
    trx
  )
}
