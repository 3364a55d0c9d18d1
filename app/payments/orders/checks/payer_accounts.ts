import { allowsAccount } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { earliestExecution } from '#app/payments/orders/checks/execution_day'

/** SQL: whether the company of a column may pay for another one, and `:userId` works with it (area 28 §6). */
export const isPayerFor = (payer: string, debtor: string): string =>
  `(exists (select 1 from company_payers cp where cp.payer_site_id = ${payer} and cp.site_id = ${debtor})
    and (:userId::bigint is null or exists (select 1 from users pu where pu.id = :userId::bigint and (pu.all_sites or pu.role = 's1st3ma'
      or exists (select 1 from user_sites us where us.user_id = pu.id and us.site_id = ${payer})))))`

export type PayerAccount = {
  id: number
  name: string
  /** The company whose account it is, where that is another one than the debtor. */
  payer: string | null
  available: MoneyJson
  earliestOn: CalendarDate
}

/**
 * The accounts in a currency that somebody may pay from in a company, the usual one first, with what is available and the
 * first day. Those in euros have an IBAN or hang on a connection: files need it. After them, for euros, those of other companies
 * that may pay for it.
 */
export async function payerAccounts(
  siteId: number,
  userId: number,
  currency = 'EUR'
): Promise<PayerAccount[]> {
  const found = await rows<{
    id: number
    name: string
    payer: string | null
    availableMinor: number
    cutOff: string
  }>(
    `select b.id, b.name, case when b.site_id <> :siteId then s.legal_name::text end as payer, p.available_minor, coalesce(f.cut_off, '15:00') as cut_off
       from bank_accounts b join sites s on s.id = b.site_id join bank_account_positions p on p.bank_account_id = b.id
       left join bank_profiles f on f.id = b.bank_profile_id
      where (b.site_id = :siteId or :currency = 'EUR' and s.status = 'active' and ${isPayerFor('b.site_id', ':siteId::bigint')})
        and b.status = 'active' and b.currency = :currency and (b.iban is not null or b.currency <> 'EUR' or b.connector_id is not null) and ${allowsAccount('pay', 'b.id', ':userId::bigint')}
      order by b.site_id <> :siteId, s.legal_name, b.is_payer_default desc, b.name, b.id`,
    { siteId, userId, currency }
  )
  return found.map(({ id, name, payer, availableMinor, cutOff }) => ({
    id,
    name,
    payer,
    available: { minor: availableMinor, currency },
    earliestOn: earliestExecution({ cutOff, speed: 'normal' }),
  }))
}
