import { paramsOf } from '#app/invoices/audit/audit_context'
import {
  askPaidElsewhere,
  isPaidElsewhereAnswered,
  type PaidElsewhere,
} from '#app/invoices/audit/outside_facts'
import type { Question } from '#app/invoices/audit/rule'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { rows } from '#app/kernel/sql'

type Wanted = {
  invoiceId: number
  siteId: number | null
  providerId: number | null
  totalMinor: number
  issuedOn: CalendarDate
}

/** Payments of the same amount near the day of each invoice, by the areas that pay without one (rule D5). */
export const findPaidElsewhere: Question<PaidElsewhere[]> = async (ids, context, client) => {
  if (!isPaidElsewhereAnswered()) return new Map()
  const { days } = paramsOf<{ days: number }>(context, 'D5')
  const wanted = await rows<Wanted>(
    `select id as invoice_id, site_id, provider_id, total_minor, issued_on from invoices
      where id = any(:ids::bigint[]) and issued_on is not null and total_minor > 0`,
    { ids: [...ids] },
    client
  )
  const groups = new Map<number, PaidElsewhere[]>()
  for (const paid of await askPaidElsewhere(wanted, days, client))
    groups.set(paid.invoiceId, [...(groups.get(paid.invoiceId) ?? []), paid])
  return groups
}
