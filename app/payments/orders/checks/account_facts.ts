import { allowsAccount } from '#app/accounts/queries/account_scope'
import type { Transaction } from '#app/kernel/database/sql'
import { payingConnections } from '#app/payments/gateway/paying_connection'
import { ask } from '#app/payments/orders/checks/ask_orders'
import type { OrderFacts } from '#app/payments/orders/checks/order_facts'
import type { OrderRecord } from '#app/payments/orders/payment_order'

type Account = OrderFacts['account']

export const asksForDocuments = (account: Account | undefined): boolean =>
  (account?.paying?.capabilities.attachmentAboveMinor ?? null) !== null

type Payer = Pick<OrderRecord, 'siteId' | 'debtorAccountId'>

/** Which company pays from which account: a few pairs, however many the orders. */
export const placeOf = ({ siteId, debtorAccountId }: Payer) => `${siteId} ${debtorAccountId}`

/** The accounts that are charged, by their place. */
export async function readAccounts(
  orders: readonly OrderRecord[],
  userId: number | null,
  trx: Transaction
): Promise<Map<string, Account>> {
  const payers = [...new Map(orders.map((order) => [placeOf(order), order])).values()]
  const paying = await payingConnections(
    payers.map(({ debtorAccountId }) => debtorAccountId),
    trx
  )
  const found = await ask(payers.map(({ id }) => id))<Omit<Account, 'paying'> & Payer>(
    `select w.site_id, b.id as debtor_account_id, b.site_id = w.site_id or exists (select 1 from company_payers cp where cp.payer_site_id = b.site_id and cp.site_id = w.site_id and s.status = 'active') as is_payer, s.legal_name::text as company_name, s.city as company_town, s.country as company_country, coalesce(f.pain_version, '001.001.09') as pain_version,
        b.iban, b.bic, b.currency, b.status, coalesce(f.cut_off, '15:00') as cut_off, coalesce(f.instant_allowed, false) as is_instant,
        ${allowsAccount('pay', 'b.id', ':userId::bigint')} as is_allowed
       from unnest(:siteIds::bigint[], :accountIds::bigint[]) as w(site_id, account_id) join bank_accounts b on b.id = w.account_id join sites s on s.id = b.site_id
       left join bank_profiles f on f.id = b.bank_profile_id`,
    {
      siteIds: payers.map(({ siteId }) => siteId),
      accountIds: payers.map(({ debtorAccountId }) => debtorAccountId),
      userId,
    },
    trx
  )
  return new Map(
    found.map(({ siteId, debtorAccountId, ...account }) => [
      placeOf({ siteId, debtorAccountId }),
      { ...account, paying: paying.get(debtorAccountId) ?? null },
    ])
  )
}
