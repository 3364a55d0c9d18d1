import { paramsOf } from '#app/invoices/audit/audit_context'
import { DEAD } from '#app/invoices/audit/questions/find_exact_copies'
import { askRows, groupAnswers } from '#app/invoices/audit/rule'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Its total in the company's currency: another invoice of the same supplier and company, of nearly the same days and with a like concept. */
export type SplitPartner = { id: number; reference: string; issuedOn: CalendarDate; totalMinor: number }

/** What may be parts of one purchase (rule R4), for companies where an amount makes a difference to who approves. */
export const findSplitPartners = askRows<SplitPartner & { of: number }, SplitPartner[]>({
  sql: `select i.id as of, o.id, o.reference, o.issued_on, worth_in_base(o.total_minor, o.currency, o.fx_rate) as total_minor from invoices i
       join invoices o on o.provider_id = i.provider_id and o.site_id = i.site_id and o.issued_on between i.issued_on - :days::int and i.issued_on
        and (o.issued_on < i.issued_on or o.id < i.id) and o.id <> i.id and o.currency = i.currency
      where i.id = any(:ids::bigint[]) and i.total_minor > 0 and o.total_minor > 0 and o.doc_type <> 'credit_note' and o.status not in ${DEAD}
        and worth_in_base(i.total_minor, i.currency, i.fx_rate) + worth_in_base(o.total_minor, o.currency, o.fx_rate) >= :lowest::bigint and o.number_norm is distinct from i.number_norm
        and similarity(coalesce(o.concept, ''), coalesce(i.concept, '')) >= :similarity::real order by i.id, o.id`,
  bindings: (context) => {
    const lowest = Math.min(
      ...context.limits.map(({ maxMinor }) => maxMinor),
      ...context.policies.filter(({ fromMinor }) => fromMinor > 0).map(({ fromMinor }) => fromMinor)
    )
    if (!Number.isFinite(lowest)) return null
    const { days, similarity } = paramsOf<{ days: number; similarity: number }>(context, 'R4')
    return { days, similarity, lowest: Math.floor(lowest / 2) }
  },
  answers: (found) => groupAnswers<SplitPartner>(found),
})
