import type { Actor } from '#app/audit/record_event'
import { inTransaction, row } from '#app/kernel/database/sql'
import type { AccountNumbers } from '#app/kernel/identifiers/account_number'
import { formatIban } from '#app/kernel/identifiers/iban'
import { recordBank } from '#app/providers/actions/bank_history'
import type { BankKey } from '#app/providers/actions/provider_banks'

/**
 * The whole IBAN of a bank detail, or its number where it has none; null when it is none of this supplier's, or of a
 * company the reader does not work with. That somebody looked stays on record.
 */
export function revealAccount(
  { providerId, bankId, scope }: BankKey & { scope: number[] | 'all' },
  actor: Actor
): Promise<string | null> {
  return inTransaction(async (trx) => {
    const bank = await row<AccountNumbers & { id: number }>(
      `select id, iban, account_number from provider_banks
        where id = :bankId and provider_id = :providerId and (site_id is null or :all or site_id = any(:siteIds::bigint[]))`,
      { providerId, bankId, all: scope === 'all', siteIds: scope === 'all' ? [] : scope },
      trx
    )
    if (!bank) return null
    await recordBank({ ...bank, providerId }, 'provider_bank.viewed', actor, trx)
    return bank.iban === null ? bank.accountNumber : formatIban(bank.iban)
  })
}
