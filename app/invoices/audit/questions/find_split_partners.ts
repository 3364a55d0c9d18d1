import { paramsOf } from '#app/invoices/audit/audit_context'
import { DEAD, groupAnswers } from '#app/invoices/audit/questions/find_exact_copies'
import type { Question } from '#app/invoices/audit/rule'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { rows } from '#app/kernel/sql'

/** Another invoice of the same supplier and company, of nearly the same days and with a like concept. */
export type SplitPartner = { id: number; reference: string; issuedOn: CalendarDate; totalMinor: number }

/** What may be parts of one purchase (rule R4), for companies where an amount makes a difference to who approves. */
export const findSplitPartners: Question<SplitPartner[]> = async (ids, context, client) => {
  const { days, similarity } = paramsOf<{ days: number; similarity: number }>(context, 'R4')
  const lowest = Math.min(
    ...context.limits.map(({ maxMinor }) => maxMinor),
    ...context.policies.filter(({ fromMinor }) => fromMinor > 0).map(({ fromMinor }) => fromMinor)
  )
  if (!Number.isFinite(lowest)) return new Map()
  const found = await rows<SplitPartner & { of: number }>(
    `select i.id as of, o.id, o.reference, o.issued_on, o.total_minor from invoices i
       join invoices o on o.provider_id = i.provider_id and o.site_id = i.site_id and o.issued_on between i.issued_on - :days::int and i.issued_on
        and (o.issued_on < i.issued_on or o.id < i.id) and o.id <> i.id and o.currency = i.currency
      where i.id = any(:ids::bigint[]) and i.total_minor > 0 and o.total_minor > 0 and o.doc_type <> 'credit_note' and o.status not in ${DEAD}
        and i.total_minor + o.total_minor >= :lowest and o.number_norm is distinct from i.number_norm
        and similarity(coalesce(o.concept, ''), coalesce(i.concept, '')) >= :similarity order by i.id, o.id`,
    { ids: [...ids], days, similarity, lowest: Math.floor(lowest / 2) },
    client
  )
  return groupAnswers(found)
}
