import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import { isResultCode } from '#app/books/queries/book_sums'
import { row } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import { today } from '#app/kernel/time/calendar_date'

export type LedgerAccountHead = {
  id: number
  siteId: number
  site: string
  code: string
  name: string
  active: boolean
  /** Balance today in the company's currency; positive is debe. Of income and expense, that of the fiscal year of today. */
  balanceMinor: number
  /** Whether it begins each fiscal year at zero. */
  isResult: boolean
  currency: MoneyJson['currency']
  /** What one person is to be paid. */
  isPayroll: boolean
}

const YEAR_OF_TODAY = `(select coalesce(max(y.starts_on), '-infinity') from fiscal_years y where y.site_id = a.site_id and y.starts_on <= :today)`

/** An account of the plan with its balance of today; null when there is none. */
export function findLedgerAccount(id: number): Promise<LedgerAccountHead | null> {
  return row<LedgerAccountHead>(
    `select a.id, a.site_id, s.code as site, a.code, a.name, a.active, ${isResultCode('a.code')} as is_result,
        case when ${isResultCode('a.code')} then coalesce((select sum(t.debit_base - t.credit_base) from account_month_totals t where t.account_id = a.id and t.month >= ${YEAR_OF_TODAY}), 0)
          else coalesce(b.base_minor, 0) end::bigint as balance_minor, s.base_currency as currency, ${IS_PAYROLL_ACCOUNT} as is_payroll
       from ledger_accounts a join sites s on s.id = a.site_id left join account_balances b on b.account_id = a.id
      where a.id = :id`,
    { id, today: today() }
  )
}
