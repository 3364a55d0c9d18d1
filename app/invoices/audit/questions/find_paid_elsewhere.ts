import { paramsOf } from '#app/invoices/audit/audit_context'
import {
  askPaidElsewhere,
  type PaidElsewhere,
  type PayableElsewhere,
} from '#app/invoices/audit/outside_facts'
import { askRows } from '#app/invoices/audit/rule'

/** Payments of the same amount near the day of each invoice, by the areas that pay without one (rule D5). */
export const findPaidElsewhere = askRows<PayableElsewhere, PaidElsewhere[]>({
  sql: `select id as invoice_id, site_id, provider_id, total_minor, issued_on from invoices
      where id = any(:ids::bigint[]) and issued_on is not null and total_minor > 0`,
  answers: async (wanted, context, client) => {
    if (wanted.length === 0) return new Map()
    const { days } = paramsOf<{ days: number }>(context, 'D5')
    const groups = new Map<number, PaidElsewhere[]>()
    for (const paid of await askPaidElsewhere(wanted, days, client))
      groups.set(paid.invoiceId, [...(groups.get(paid.invoiceId) ?? []), paid])
    return groups
  },
})
