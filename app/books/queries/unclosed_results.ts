import { accountSums, isResultCode } from '#app/books/queries/book_sums'
import type { Looked, Sums } from '#app/books/queries/plan_sums'
import { rows } from '#app/kernel/database/sql'

/** How the books name what income and expense of years that nobody has closed left. */
export const UNCLOSED_RESULT = 'Resultado de ejercicios sin cerrar'

/** What years without a close left in one company; `code` is the number of its account for the result of a year. */
export type UnclosedResult = Sums & { siteId: number; site: string; code: string; opening: number }

/**
 * The other side of what income and expense begin at zero with: the result that fiscal years before those of the period
 * earned and nobody has regularized, in cents of euro, positive is debe (a loss). It is no account, nothing is posted to
 * it, and closing the years makes it disappear; with it, sums and balances add up to zero. One a company that has any.
 */
export function unclosedResults(looked: Looked): Promise<UnclosedResult[]> {
  const { sql, bindings } = accountSums({
    ...looked,
    reach: 'all',
    wanted: { sql: isResultCode('a.code'), bindings: {} },
  })
  return rows<UnclosedResult>(
    `with ${sql},
      turned_years as (select site_id, day, -sum(minor) as minor from turned group by 1, 2),
      years as (select site_id, sum(greatest(minor, 0))::bigint as debit, sum(greatest(-minor, 0))::bigint as credit from turned_years group by 1),
      unclosed as (
        select site_id, sum(carried_starting)::bigint as opening, sum(carried_ending)::bigint as closing, sum(carried_earlier)::bigint as previous from sums group by 1)
     select u.site_id, s.code as site, u.opening, coalesce(y.debit, 0)::bigint as debit, coalesce(y.credit, 0)::bigint as credit, u.closing, u.previous,
            (select r.account_code from ledger_account_roles r where r.role = 'year_result' and (r.site_id = u.site_id or r.site_id is null) order by r.site_id nulls last limit 1) as code
       from unclosed u join sites s on s.id = u.site_id left join years y on y.site_id = u.site_id
      where (u.opening, coalesce(y.debit, 0), coalesce(y.credit, 0), u.closing, u.previous) <> (0, 0, 0, 0, 0) order by s.code`,
    bindings
  )
}
