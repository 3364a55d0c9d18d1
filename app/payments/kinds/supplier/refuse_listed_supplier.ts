import { blockedText, checkIban } from '#app/blacklist/check_iban'
import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Agreed = { providerId: number; siteId: number; userId: number | null }

/** Throws E_BLACKLIST at `provider_id` when what is agreed would be paid to a blocked account; what was tried stays on record. */
export async function refuseListedSupplier(
  { providerId, siteId, userId }: Agreed,
  trx: Transaction
): Promise<void> {
  const bank = await row<{ iban: string }>(
    `select iban from provider_banks where provider_id = :providerId and disabled_at is null and iban is not null and (site_id is null or site_id = :siteId)
      order by (verification = 'verified') desc, (site_id = :siteId) desc nulls last, is_default desc, id limit 1`,
    { providerId, siteId },
    trx
  )
  if (!bank) return
  const hit = await checkIban(
    bank.iban,
    { point: 'recurrent_payment', objectType: 'provider', objectId: providerId, userId },
    trx
  )
  if (hit?.severity === 'block')
    throw new DomainError('E_BLACKLIST', blockedText(hit), { field: 'provider_id' })
}
