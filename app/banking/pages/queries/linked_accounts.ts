import { allowsAccount } from '#app/accounts/queries/account_scope'
import { identifierOf } from '#app/banking/pages/identifier_of'
import { seesProviderAccount } from '#app/banking/pages/queries/find_provider_account'
import { rows } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import type { MoneyJson } from '#app/kernel/money/money'

/** An account that a connection found, and the one of the company that it is or seems to be. */
export type LinkedAccount = {
  id: number
  name: string
  identifier: string
  currency: string
  balance: MoneyJson
  isClosed: boolean
  ownId: number | null
  own: string | null
  proposedId: number | null
  proposed: string | null
}

/** The accounts that a connection found and somebody may see, main and open ones first. */
export async function linkedAccounts(connectorId: number, userId: number): Promise<LinkedAccount[]> {
  const found = await rows<{
    id: number
    name: string
    iban: string | null
    externalId: string
    details: Record<string, string>
    currency: string
    balanceMinor: number
    isClosed: boolean
    ownId: number | null
    own: string | null
    proposedId: number | null
    proposed: string | null
  }>(
    `select a.id, a.name, a.iban, a.external_id, a.details, a.currency, a.balance_minor, a.closed_at is not null as is_closed,
        b.id as own_id, b.name as own, p.id as proposed_id, p.name as proposed
       from provider_accounts a left join bank_accounts b on b.id = a.bank_account_id
       left join bank_accounts p on p.id = a.proposed_bank_account_id and a.bank_account_id is null
      where a.connector_id = :connectorId and ${seesProviderAccount('a', ':userId::bigint')} order by a.closed_at is not null, not a.is_main, a.name, a.id`,
    { connectorId, userId }
  )
  return found.map(({ iban, externalId, details, balanceMinor, ...account }) => ({
    ...account,
    identifier: identifierOf({ iban, externalId, details }),
    balance: { minor: balanceMinor, currency: account.currency },
  }))
}

export type LinkChoice = { value: string; label: string; currency: string }

/** Accounts of a company that somebody may see and no account of a connection is yet. */
export async function linkChoices(siteId: number, userId: number): Promise<LinkChoice[]> {
  const found = await rows<{ id: number; name: string; iban: string | null; currency: string }>(
    `select b.id, b.name, b.iban, b.currency from bank_accounts b
      where b.site_id = :siteId and b.status <> 'closed' and ${allowsAccount('view', 'b.id', ':userId::bigint')}
        and not exists (select 1 from provider_accounts a where a.bank_account_id = b.id)
      order by b.sort, b.name, b.id`,
    { siteId, userId }
  )
  return found.map(({ id, name, iban, currency }) => ({
    value: String(id),
    label: `${name}${iban ? ` · •••• ${lastFour(iban)}` : ''} · ${currency}`,
    currency,
  }))
}
