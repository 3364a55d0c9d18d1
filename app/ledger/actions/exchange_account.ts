import type { Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode } from '#app/ledger/queries/role_account'

/** Where a difference of exchange goes: what the company gained to 768, what it lost to 668 (by role). Gives the account's key. */
export async function exchangeAccount(
  siteId: number,
  outcome: 'gain' | 'loss',
  trx: Transaction
): Promise<number> {
  const role = outcome === 'gain' ? 'fx_gain' : 'fx_loss'
  const account = await ensureAccount({ siteId, prefix: await roleCode(siteId, role, trx) }, trx)
  return account.id
}
