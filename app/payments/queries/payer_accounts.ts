import { allowsAccount } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/sql'
import { earliestExecution } from '#app/payments/execution_day'

/** The euro accounts that somebody may pay from in a company, the usual one first, with what is available and the first day. */
export async function payerAccounts(siteId: number, userId: number) {
  const found = await rows<{ id: number; name: string; availableMinor: number; cutOff: string }>(
    `select b.id, b.name, p.available_minor, coalesce(f.cut_off, '15:00') as cut_off from bank_accounts b join bank_account_positions p on p.bank_account_id = b.id
       left join bank_profiles f on f.id = b.bank_profile_id
      where b.site_id = :siteId and b.status = 'active' and b.currency = 'EUR' and b.iban is not null and ${allowsAccount('pay', 'b.id', ':userId::bigint')}
      order by b.is_payer_default desc, b.name, b.id`,
    { siteId, userId }
  )
  return found.map(({ id, name, availableMinor, cutOff }) => ({
    id,
    name,
    available: { minor: availableMinor, currency: 'EUR' },
    earliest_on: earliestExecution({ cutOff, speed: 'normal' }),
  }))
}
