import { rows } from '#app/kernel/sql'

/** Ledger accounts of the bank accounts (and of their virtual accounts) that somebody may not look into. */
export async function hiddenAccounts(userId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select b.ledger_account_id as id from bank_account_permissions d join bank_accounts b on b.id = d.bank_account_id where d.user_id = :userId and not d.can_view
     union all
     select v.ledger_account_id from bank_account_permissions d join virtual_accounts v on v.bank_account_id = d.bank_account_id where d.user_id = :userId and not d.can_view`,
    { userId }
  )
  return found.map(({ id }) => id)
}
