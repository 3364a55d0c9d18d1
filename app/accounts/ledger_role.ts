import type { AccountKind } from '#app/accounts/account_labels'
import type { AccountRole } from '#app/ledger/queries/role_account'

/** The role of the ledger whose code begins the account of a main account (area 01 §1). */
export function ledgerRoleOf(kind: AccountKind, currency: string): AccountRole {
  if (kind === 'cash') return 'cash'
  if (kind === 'credit_line') return 'credit_line'
  if (kind === 'wallet' || kind === 'psp' || kind === 'emoney') return 'wallet'
  return currency === 'EUR' ? 'bank' : 'foreign_bank'
}
