import { allowsAccount } from '#app/accounts/queries/account_scope'
import { seesProviderAccount } from '#app/banking/pages/queries/find_provider_account'
import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'

/** An account of a connection that money may leave from or go to; `value` is its key at the provider's side. */
export type OrderAccount = {
  value: string
  label: string
  currency: string
  available: MoneyJson
  canPay: boolean
  externalId: string
  bankAccountId: number | null
}

/** The open accounts of a connection that somebody sees; only one that is ours and that they may pay from is payable. */
export async function orderAccounts(connectorId: number, userId: number): Promise<OrderAccount[]> {
  const found = await rows<{
    id: number
    name: string
    currency: string
    availableMinor: number
    externalId: string
    bankAccountId: number | null
    canPay: boolean
  }>(
    `select a.id, a.name, a.currency, coalesce(a.available_minor, a.balance_minor) as available_minor, a.external_id, a.bank_account_id,
        a.bank_account_id is not null and ${allowsAccount('pay', 'a.bank_account_id', ':userId::bigint')} as can_pay
       from provider_accounts a
      where a.connector_id = :connectorId and a.closed_at is null and ${seesProviderAccount('a', ':userId::bigint')}
      order by not a.is_main, a.name, a.id`,
    { connectorId, userId }
  )
  return found.map(({ id, name, currency, availableMinor, ...rest }) => ({
    value: String(id),
    label: `${name} · ${currency}`,
    currency,
    available: { minor: availableMinor, currency },
    ...rest,
  }))
}
