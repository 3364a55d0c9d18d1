import { type Client, row, rows } from '#app/kernel/database/sql'

/** Names of the ledger's account roles; their codes are data (table ledger_account_roles), never constants. */
export type AccountRole =
  | 'supplier_payable'
  | 'services_payable'
  | 'bills_payable'
  | 'group_payable'
  | 'asset_payable'
  | 'prepayment'
  | 'accrued_purchases'
  | 'vat_input'
  | 'vat_output'
  | 'withholding_deferred'
  | 'withholding_payable'
  | 'payments_in_transit'
  | 'unidentified'
  | 'own_transfers_in_transit'
  | 'bank'
  | 'foreign_bank'
  | 'wallet'
  | 'cash'
  | 'credit_line'
  | 'bank_fees'
  | 'difference_loss'
  | 'difference_gain'
  | 'fx_loss'
  | 'fx_gain'
  | 'year_result'
  | 'intercompany_current'
  | 'loan_receivable_long'
  | 'loan_receivable_short'
  | 'loan_payable_long'
  | 'loan_payable_short'
  | 'interest_receivable'
  | 'interest_payable'
  | 'interest_income'
  | 'interest_expense'
  | 'bank_loan_long'
  | 'bank_loan_short'
  | 'bank_interest_payable'
  | 'bank_interest_expense'
  | 'bank_instalments_due'
  | 'loan_payments_in_transit'
  | 'tax_prepaid'
  | 'group_customer'
  | 'rebilling_income'
  | 'opening_equity'
  | 'customers'
  | 'payroll_payable'
  | 'employee_expenses_payable'
  | 'wages'
  | 'employer_social_security'
  | 'social_security_payable'
  | 'contract_deposit_long'
  | 'contract_deposit_short'
  | 'court_deposit_long'
  | 'court_deposit_short'
  | 'litigation_provision_long'
  | 'litigation_provision_short'
  | 'litigation_provision_release'

/** The account code of a role in a company: its own override, else the group's default. */
export async function roleCode(siteId: number, role: AccountRole, client?: Client): Promise<string> {
  const found = await row<{ accountCode: string }>(
    `select account_code from ledger_account_roles where role = :role and (site_id = :siteId or site_id is null)
      order by site_id nulls last limit 1`,
    { siteId, role },
    client
  )
  if (!found) throw new Error(`No ledger account for the role ${role}`)
  return found.accountCode
}

export type RoleOfCode = { role: string; code: string }

/**
 * Tells the roles that account numbers of a company belong to, each with its own number: those with the longest one that
 * begins it (47519 is the withholding not due yet, 4751 the one that is). None where no role begins it.
 */
export async function roleFinder(siteId: number, client?: Client): Promise<(code: string) => RoleOfCode[]> {
  const known = await rows<RoleOfCode>(
    `select r.role, r.account_code as code from ledger_account_roles r
      where r.site_id = :siteId or (r.site_id is null
        and not exists (select 1 from ledger_account_roles own where own.role = r.role and own.site_id = :siteId))`,
    { siteId },
    client
  )
  return (code) => {
    const found = known.filter((role) => code.startsWith(role.code))
    const longest = Math.max(0, ...found.map((role) => role.code.length))
    return found.filter((role) => role.code.length === longest)
  }
}

/** The roles that one account number belongs to. */
export async function rolesOfCode(siteId: number, code: string, client?: Client): Promise<string[]> {
  return (await roleFinder(siteId, client))(code).map(({ role }) => role)
}
