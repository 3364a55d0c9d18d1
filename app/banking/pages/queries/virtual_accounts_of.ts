import { row, rows } from '#app/kernel/database/sql'

export type VirtualAccount = { id: number; name: string; status: string; balanceMinor: number }

/** The virtual accounts of an account of ours with what the books say is in each; none of one that is not ours. */
export async function virtualAccountsOf(bankAccountId: number | null): Promise<VirtualAccount[]> {
  if (bankAccountId === null) return []
  return rows<VirtualAccount>(
    `select v.id, v.name, v.status, coalesce(b.balance_minor, 0) as balance_minor
       from virtual_accounts v left join account_balances b on b.account_id = v.ledger_account_id
      where v.bank_account_id = :bankAccountId and v.kind <> 'in_transit' order by v.kind = 'unassigned', v.name, v.id`,
    { bankAccountId }
  )
}

/** One of them, or null for one of another account. */
export const findVirtualAccount = (
  id: number,
  bankAccountId: number | null
): Promise<VirtualAccount | null> =>
  row<VirtualAccount>(
    `select v.id, v.name, v.status, coalesce(b.balance_minor, 0) as balance_minor
       from virtual_accounts v left join account_balances b on b.account_id = v.ledger_account_id
      where v.id = :id and v.bank_account_id = :bankAccountId`,
    { id, bankAccountId }
  )
