import { askRows, groupAnswers } from '#app/invoices/audit/rule'
import type { CalendarDate } from '#app/kernel/calendar_date'

/** Another invoice with the same supplier, number, year and kind. */
export type ExactCopy = {
  id: number
  reference: string
  issuedOn: CalendarDate
  totalMinor: number
  currency: string
  siteId: number | null
}

/** Invoices in these states count for nothing any more. */
export const DEAD = `('cancelled', 'duplicate', 'rejected')`

/** A copy that comes later stops itself, not the invoice that is approved or booked already: the index lets only one be. */
export const findExactCopies = askRows<ExactCopy & { of: number }, ExactCopy[]>({
  sql: `select i.id as of, o.id, o.reference, o.issued_on, o.total_minor, o.currency, o.site_id
       from invoices i join invoices o on o.provider_id = i.provider_id and o.number_norm = i.number_norm and o.id <> i.id and o.doc_type = i.doc_type
        and extract(year from o.issued_on) = extract(year from i.issued_on)
      where i.id = any(:ids::bigint[]) and i.number_norm <> '' and o.status not in ${DEAD}
        and (i.status not in ('approved', 'booked', 'disputed') or o.status in ('approved', 'booked', 'disputed')) order by i.id, o.id`,
  answers: (found) => groupAnswers<ExactCopy>(found),
})
