import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import type { MoneyJson } from '#app/kernel/money'
import { row } from '#app/kernel/sql'

export type LedgerAccountHead = {
  id: number
  siteId: number
  site: string
  code: string
  name: string
  active: boolean
  /** Balance today in the company's currency; positive is debe. */
  balanceMinor: number
  currency: MoneyJson['currency']
  /** What one person is to be paid. */
  isPayroll: boolean
}

/** An account of the plan with its balance of today; null when there is none. */
export function findLedgerAccount(id: number): Promise<LedgerAccountHead | null> {
  return row<LedgerAccountHead>(
    `select a.id, a.site_id, s.code as site, a.code, a.name, a.active, coalesce(b.base_minor, 0)::bigint as balance_minor, s.base_currency as currency, ${IS_PAYROLL_ACCOUNT} as is_payroll
       from ledger_accounts a join sites s on s.id = a.site_id left join account_balances b on b.account_id = a.id
      where a.id = :id`,
    { id }
  )
}
