import { askRows, groupAnswers } from '#app/invoices/audit/rule'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Another invoice with the same supplier, number, year and kind, of whichever company. */
export type ExactCopy = {
  id: number
  reference: string
  issuedOn: CalendarDate
  totalMinor: number
  currency: string
  siteId: number | null
  /** The customer it prints. */
  customerTaxId: string | null
  /** It is the one of the two that is stopped, or that somebody let pass: this invoice goes on. */
  isStopped: boolean
}

/** Invoices in these states count for nothing any more. */
export const DEAD = `('cancelled', 'duplicate', 'rejected')`

const SETTLED = `('approved', 'booked', 'disputed')`
const stageOf = (invoice: string) =>
  `case when ${invoice}.status in ${SETTLED} then 2 when ${invoice}.status = 'pending_approval' then 1 else 0 end`

/** Another invoice `o` that is the same one as `i`, of whichever company. */
export const SAME_INVOICE = `o.provider_id = i.provider_id and o.number_key = i.number_key and o.id <> i.id and identity_kind(o.doc_type) = identity_kind(i.doc_type)
  and extract(year from o.issued_on) = extract(year from i.issued_on)`

/** Of two that are the same, `o` gives way to `i`: it is less far on its way or, where both are as far, came later. */
export const GIVES_WAY = `(${stageOf('o')}, -o.id) < (${stageOf('i')}, -i.id)`

/** The alarm that names `i` stands at `o`, or a person has answered it. */
export const IS_TOLD = `exists (select 1 from invoice_alarms a where a.invoice_id = o.id and a.rule_code in ('D1', 'D4') and a.status <> 'auto_closed'
  and (a.evidence ->> 'invoiceId')::bigint = i.id)`

/**
 * A copy stops itself, not the original: not one that is approved or booked already, for the index lets only one be, and not
 * one that came first as soon as the copy has its alarm. Until that is written the first is stopped as well, so that two that
 * were judged in any order never both go on without a person.
 */
export const findExactCopies = askRows<ExactCopy & { of: number }, ExactCopy[]>({
  sql: `select i.id as of, o.id, o.reference, o.issued_on, o.total_minor, o.currency, o.site_id, o.reading #>> '{fields,customerTaxId,value}' as customer_tax_id,
        ${GIVES_WAY} and ${IS_TOLD} as is_stopped
       from invoices i join invoices o on ${SAME_INVOICE}
      where i.id = any(:ids::bigint[]) and i.number_key <> '' and o.status not in ${DEAD}
        and (i.status not in ${SETTLED} or o.status in ${SETTLED}) order by i.id, o.id`,
  answers: (found) => groupAnswers<ExactCopy>(found),
})
