import { allowsAccount } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'

/**
 * Accounts of a company that somebody sees and money goes between: in euros with an IBAN, and those of connections. With what is
 * available, and whether they may pay from each.
 */
export async function transferAccounts(siteId: number, userId: number) {
  const found = await rows<{
    id: number
    name: string
    iban: string | null
    currency: string
    connectorId: number | null
    availableMinor: number
    canPay: boolean
  }>(
    `select b.id, b.name, b.iban, b.currency, b.connector_id, p.available_minor, ${allowsAccount('pay', 'b.id', ':userId::bigint')} as can_pay
       from bank_accounts b join bank_account_positions p on p.bank_account_id = b.id
      where b.site_id = :siteId and b.status = 'active' and (b.currency = 'EUR' and b.iban is not null or b.connector_id is not null) and ${allowsAccount('view', 'b.id', ':userId::bigint')}
      order by b.is_payer_default desc, b.sort, b.name, b.id`,
    { siteId, userId }
  )
  return found.map(({ iban, availableMinor, ...account }) => ({
    ...account,
    iban: iban === null ? account.currency : `•••• ${lastFour(iban)}`,
    available: { minor: availableMinor, currency: account.currency },
  }))
}
