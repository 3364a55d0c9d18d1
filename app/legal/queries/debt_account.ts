import { row, type Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode } from '#app/ledger/queries/role_account'
import type { LockedCost } from '#app/legal/actions/lock_cost'

type Owed = Pick<LockedCost, 'siteId' | 'concept' | 'depositTerm' | 'providerId'>

/**
 * The account that the payments of a cost are charged to (area 30): what is deposited with a court is still ours (265, 566),
 * funds on account wait for the invoice (407), anything else is owed to its payee (410 or the supplier's own).
 */
export async function debtAccount(cost: Owed, trx: Transaction): Promise<number> {
  const { siteId, concept, depositTerm, providerId } = cost
  if (concept === 'deposit') {
    const prefix = await roleCode(
      siteId,
      depositTerm === 'long' ? 'court_deposit_long' : 'court_deposit_short',
      trx
    )
    return (await ensureAccount({ siteId, prefix }, trx)).id
  }
  const provider =
    providerId === null
      ? null
      : await row<{ name: string; prefix: string }>(
          `select legal_name as name, ledger_prefix as prefix from providers where id = :providerId`,
          { providerId },
          trx
        )
  if (providerId === null || !provider) {
    const prefix = await roleCode(siteId, 'services_payable', trx)
    return (await ensureAccount({ siteId, prefix }, trx)).id
  }
  const prefix = concept === 'funds' ? await roleCode(siteId, 'prepayment', trx) : provider.prefix
  const account = await ensureAccount(
    { siteId, prefix, subledger: 'provider', subledgerId: providerId, name: provider.name },
    trx
  )
  return account.id
}
