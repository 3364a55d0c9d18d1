import type { Transaction } from '#app/kernel/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { type AccountRole, roleCode } from '#app/ledger/queries/role_account'

/** Where a difference of exchange goes: what the company gained to 768, what it lost to 668 (by role). Gives the account's key. */
export async function exchangeAccount(
  siteId: number,
  outcome: 'gain' | 'loss',
  trx: Transaction
): Promise<number> {
  const [role, name]: [AccountRole, string] =
    outcome === 'gain'
      ? ['fx_gain', 'Diferencias positivas de cambio']
      : ['fx_loss', 'Diferencias negativas de cambio']
  const account = await ensureAccount({ siteId, prefix: await roleCode(siteId, role, trx), name }, trx)
  return account.id
}
