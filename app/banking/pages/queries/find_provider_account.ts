import { allowsAccount } from '#app/accounts/queries/account_scope'
import { row } from '#app/kernel/database/sql'

/** An account at a provider with the one of ours that it is. Amounts in minor units of its currency. */
export type AccountHead = {
  id: number
  connectorId: number
  externalId: string
  name: string
  kind: string
  iban: string | null
  bic: string | null
  details: Record<string, string>
  currency: string
  balanceMinor: number
  availableMinor: number | null
  pendingMinor: number | null
  balanceAt: Date
  syncedAt: Date | null
  mismatchMinor: number | null
  closedAt: Date | null
  bankAccountId: number | null
  bankAccount: string | null
}

/** An account that somebody may see, or null: a permission on the account of ours that it is holds here too. */
export function findProviderAccount(id: number, userId: number): Promise<AccountHead | null> {
  return row<AccountHead>(
    `select a.id, a.connector_id, a.external_id, a.name, a.kind, a.iban, a.bic, a.details, a.currency, a.balance_minor, a.available_minor,
        a.pending_minor, a.balance_at, a.synced_at, a.mismatch_minor, a.closed_at, a.bank_account_id, b.name as bank_account
       from provider_accounts a left join bank_accounts b on b.id = a.bank_account_id
      where a.id = :id and ${seesProviderAccount('a', ':userId::bigint')}`,
    { id, userId }
  )
}

/** SQL: whether a person may see an account at a provider; one that is none of ours yet is seen by whoever sees its company. */
export const seesProviderAccount = (alias: string, user: string): string =>
  `(${alias}.bank_account_id is null or ${allowsAccount('view', `${alias}.bank_account_id`, user)})`
