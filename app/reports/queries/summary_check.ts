import { oneRow } from '#app/kernel/database/sql'
import { MOVED } from '#app/reports/queries/moved'
import { bindingsOf } from '#app/reports/queries/summary_matrix'
import type { SummaryRequest } from '#app/reports/summary_request'

export type SummaryCheck = { isRight: boolean; differenceMinor: number }

/**
 * Whether the summary agrees with the trial balance: what it moved in the period, by company and kind of account,
 * against the totals the ledger itself keeps of each account and month. The difference adds up what is off in cents.
 */
export async function checkSummary(request: SummaryRequest): Promise<SummaryCheck> {
  const { from, to, all, ids } = bindingsOf(request, request)
  const { differenceMinor } = await oneRow<{ differenceMinor: number }>(
    `with ${MOVED},
       ours as (select a.site_id, a.class, sum(m.debit) as debit, sum(m.credit) as credit from moved m join report_accounts a on a.account_id = m.account_id
          where m.month between :from::date and :to::date group by 1, 2),
       books as (select a.site_id, a.class, sum(t.debit_base) as debit, sum(t.credit_base) as credit from account_month_totals t
          join report_accounts a on a.account_id = t.account_id
          where t.month between :from::date and :to::date and (:all or a.site_id = any(:ids::bigint[])) group by 1, 2)
     select coalesce(sum(abs(coalesce(ours.debit, 0) - coalesce(books.debit, 0)) + abs(coalesce(ours.credit, 0) - coalesce(books.credit, 0))), 0)::bigint as difference_minor
       from ours full join books on books.site_id = ours.site_id and books.class = ours.class`,
    { from, to, all, ids }
  )
  return { isRight: differenceMinor === 0, differenceMinor }
}
