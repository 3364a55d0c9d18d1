import { allowsAccount } from '#app/accounts/queries/account_scope'
import { oneRow, rows } from '#app/kernel/database/sql'
import { canLeave, type PayingConnection, payingConnections } from '#app/payments/gateway/paying_connection'
import { PAID_BANK } from '#app/payments/kinds/supplier/paid_bank'
import { isPayerFor } from '#app/payments/orders/checks/payer_accounts'

/** An account that one invoice may be paid from. */
export type PayingAccount = {
  id: number
  name: string
  /** The company whose account it is, where that is another one that pays for it. */
  payer: string | null
  currency: string
  /** «Wise», where it hangs on a connection that pays. */
  provider: string | null
  /** Where its provider is asked what the invoice costs, for an account in another currency; null for one in its own. */
  quote: { url: string; accountId: number; beneficiaryId: number | null } | null
  /** The payment may be left there as a draft. */
  hasDrafts: boolean
}

type Owed = { siteId: number; currency: string; bankId: number | null; iban: string | null }
type Found = {
  id: number
  name: string
  payer: string | null
  currency: string
  iban: string | null
  beneficiaryId: number | null
}

/**
 * The accounts that somebody may pay an invoice from: those in its currency, the usual one first, then those whose connection
 * exchanges, and of a debt in euros those of other companies that may pay for it. To an account without IBAN only connections that have it as a beneficiary pay.
 */
export async function payingAccounts(invoiceId: number, userId: number): Promise<PayingAccount[]> {
  const owed = await oneRow<Owed>(
    `select i.site_id, i.currency, b.id as bank_id, b.iban from invoices i join providers p on p.id = i.provider_id left join lateral (${PAID_BANK}) b on true where i.id = :invoiceId`,
    { invoiceId }
  )
  const found = await rows<Found>(
    `select b.id, b.name, case when b.site_id <> :siteId then s.legal_name::text end as payer, b.currency, b.iban, (select n.id from provider_beneficiaries n where n.connector_id = b.connector_id and n.provider_bank_id = :bankId::bigint
          and n.currency = :currency and n.status = 'active' order by n.verified_at nulls last, n.id limit 1) as beneficiary_id
       from bank_accounts b join sites s on s.id = b.site_id
      where (b.site_id = :siteId and (b.currency = :currency or b.connector_id is not null)
          or :currency = 'EUR' and b.currency = 'EUR' and b.site_id <> :siteId and s.status = 'active' and ${isPayerFor('b.site_id', ':siteId::bigint')})
        and b.status = 'active' and ${allowsAccount('pay', 'b.id', ':userId::bigint')}
      order by b.site_id <> :siteId, s.legal_name, b.currency <> :currency, b.is_payer_default desc, b.name, b.id`,
    { ...owed, userId }
  )
  const paying = await payingConnections(found.map(({ id }) => id))
  return found.flatMap((account) => {
    const connection = paying.get(account.id) ?? null
    return pays(account, owed, connection) ? [toldAccount(account, owed, connection)] : []
  })
}

function pays(account: Found, owed: Owed, connection: PayingConnection | null): boolean {
  if (connection?.isClosed) return false
  const isByIban = owed.iban !== null
  if (!connection)
    return (
      account.currency === owed.currency && isByIban && (account.iban !== null || account.currency !== 'EUR')
    )
  const isReached =
    account.beneficiaryId !== null ||
    (isByIban &&
      (owed.currency === 'EUR'
        ? connection.capabilities.payees.includes('iban')
        : account.currency === owed.currency))
  return isReached && canLeave(connection, { from: account.currency, to: owed.currency, isQuoted: true })
}

function toldAccount(
  { id, name, payer, currency, beneficiaryId }: Found,
  owed: Owed,
  connection: PayingConnection | null
): PayingAccount {
  const accountId = connection?.providerAccountId ?? null
  return {
    id,
    name,
    payer,
    currency,
    provider: connection?.title ?? null,
    quote:
      connection && accountId !== null && currency !== owed.currency
        ? { url: connection.quotesUrl, accountId, beneficiaryId }
        : null,
    hasDrafts: connection?.hasDrafts ?? false,
  }
}
