import { allowsAccount } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/database/sql'
import { earliestExecution } from '#app/payments/orders/checks/execution_day'

/**
 * The accounts in a currency that somebody may pay from in a company, the usual one first, with what is available and the
 * first day. Those in euros have an IBAN or hang on a connection: files need it.
 */
export async function payerAccounts(siteId: number, userId: number, currency = 'EUR') {
  const found = await rows<{ id: number; name: string; availableMinor: number; cutOff: string }>(
    `select b.id, b.name, p.available_minor, coalesce(f.cut_off, '15:00') as cut_off from bank_accounts b join bank_account_positions p on p.bank_account_id = b.id
       left join bank_profiles f on f.id = b.bank_profile_id
      where b.site_id = :siteId and b.status = 'active' and b.currency = :currency and (b.iban is not null or b.currency <> 'EUR' or b.connector_id is not null) and ${allowsAccount('pay', 'b.id', ':userId::bigint')}
      order by b.is_payer_default desc, b.name, b.id`,
    { siteId, userId, currency }
  )
  return found.map(({ id, name, availableMinor, cutOff }) => ({
    id,
    name,
    available: { minor: availableMinor, currency },
    earliestOn: earliestExecution({ cutOff, speed: 'normal' }),
  }))
}
