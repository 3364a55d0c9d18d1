import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import type { Companies, Period } from '#app/books/queries/book_scope'
import { accountSums, type Closing } from '#app/books/queries/book_sums'

/** Digits of the code that a row stands for; `full` shows each account of each company. */
export const LEVELS = ['1', '2', '3', '4', 'full'] as const
export type Level = (typeof LEVELS)[number]

/** What a trial balance is asked of. */
export type BalanceAsked = {
  companies: Companies
  period: Period
  closing: Closing
  hidden: readonly number[]
  level: Level
  codePrefix: string
  text: string
  showsPayroll: boolean
}

/** The rows of a level below the sums that the plan keeps, as `balances` of a `with`, and its bindings. */
export function balanceQuery({
  companies,
  period,
  closing,
  hidden: unseen,
  level,
  codePrefix,
  text,
  showsPayroll,
}: BalanceAsked) {
  const isFull = level === 'full'
  const digits = Number(level)
  const sums = accountSums({
    companies,
    period,
    closing,
    hidden: unseen,
    reach: 'all',
    wanted: {
      sql: `(:codePrefix = '' or a.code like :codePrefix || '%')
        and (:text = '' or a.search_text like '%' || f_unaccent(lower(:text)) || '%')
        ${showsPayroll || text === '' ? '' : `and not ${IS_PAYROLL_ACCOUNT}`}`,
      bindings: { codePrefix, text: text.replace(/[\\%_]/g, '\\$&') },
    },
  })
  const figures = `(x.closing - x.debit + x.credit)`
  const used = `(x.debit, x.credit, x.closing) <> (0, 0, 0)`
  // What people are to be paid is one row a company for those who may not see each of them.
  const hidden = showsPayroll ? 'false' : IS_PAYROLL_ACCOUNT
  const sql = `${sums.sql},
    balances as (
      ${
        isFull
          ? `select case when r.hidden then 'payroll:' || a.site_id else a.id::text end as key, case when r.hidden then left(a.code, 4) else a.code end as code,
                    case when r.hidden then '${RESTRICTED_PAYROLL}' else a.name end as name, s.code as site, case when r.hidden then null else a.id end as account_id,
                    sum(${figures})::bigint as opening, sum(x.debit)::bigint as debit, sum(x.credit)::bigint as credit
               from sums x join ledger_accounts a on a.id = x.account_id join sites s on s.id = a.site_id cross join lateral (select ${hidden} as hidden) r
              where ${used} group by 1, 2, 3, 4, 5`
          : `select left(x.code, ${digits}) as key, left(x.code, ${digits}) as code, min(t.name) as name, null::text as site,
                    null::bigint as account_id, sum(${figures})::bigint as opening, sum(x.debit)::bigint as debit, sum(x.credit)::bigint as credit
               from sums x left join account_templates t on t.code = left(x.code, ${digits})
              where ${used} group by left(x.code, ${digits})`
      }
    )`
  return { sql, bindings: sums.bindings }
}
