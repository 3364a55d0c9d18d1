import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import { row, rows } from '#app/kernel/database/sql'

/** A company and whether what is asked about is what a person is to be paid. */
export type Whose = { siteId: number; isPayroll: boolean }

/** Whose these lines are; empty where none of them is there. */
export function sitesOfLines(lineIds: readonly number[]): Promise<Whose[]> {
  return rows<Whose>(
    `select distinct l.site_id, ${IS_PAYROLL_ACCOUNT} as is_payroll from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.id = any(:lineIds::bigint[])`,
    { lineIds }
  )
}

/** Whose a lettering is, or null. */
export function siteOfLettering(reconciliationId: number): Promise<Whose | null> {
  return row<Whose>(
    `select c.site_id, ${IS_PAYROLL_ACCOUNT} as is_payroll from reconciliations c join ledger_accounts a on a.id = c.account_id where c.id = :reconciliationId`,
    { reconciliationId }
  )
}
