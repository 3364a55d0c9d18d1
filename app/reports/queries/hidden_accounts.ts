import { deniedAccounts } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/sql'

/** Ledger accounts of the bank accounts (and of their virtual accounts) that somebody may not look into. */
export async function hiddenAccounts(userId: number): Promise<number[]> {
  const hidden = await deniedAccounts(userId, 'view')
  if (hidden.length === 0) return []
  const found = await rows<{ id: number }>(
    `select ledger_account_id as id from bank_accounts where id = any(:hidden::bigint[])
     union all select ledger_account_id from virtual_accounts where bank_account_id = any(:hidden::bigint[])`,
    { hidden }
  )
  return found.map(({ id }) => id)
}
