import { tellBankChanged } from '#app/accounts/payee_bank_followers'
import type { Actor } from '#app/audit/record_event'
import type { Affected } from '#app/blacklist/sweepers'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { maskIban } from '#app/kernel/identifiers/iban'
import { lockBank, recordChange } from '#app/providers/actions/bank_history'

/** Accounts in use that are listed become «Lista negra»: nothing is paid to them until somebody verifies them again. Gives how many. */
export async function sweepListedBanks(_entryIds: number[], actor: Actor): Promise<number> {
  const listed = await rows<{ id: number; providerId: number; iban: string }>(
    `select b.id, b.provider_id, b.iban from provider_banks b cross join lateral iban_listing(b.iban) l
      where b.iban is not null and b.disabled_at is null and b.verification <> 'blacklisted' and l.severity = 'block' order by b.provider_id, b.id`
  )
  for (const { id, providerId, iban } of listed) {
    await inTransaction(async (trx) => {
      const bank = await lockBank(providerId, id, trx)
      await execute(
        `update provider_banks set verification = 'blacklisted', is_default = false, payable_from = null, last_changed_by = :userId where id = :id`,
        { id, userId: actor.userId },
        trx
      )
      await recordChange(bank, 'provider_bank.blacklisted', actor, trx)
    })
    await tellBankChanged({ payee: 'provider', payeeId: providerId, iban })
  }
  return listed.length
}

/** Suppliers are the group's: whoever keeps the list sees which of them an entry reaches. */
export async function affectedBanks(like: string): Promise<Affected[]> {
  const found = await rows<{ providerId: number; name: string; iban: string }>(
    `select b.provider_id, p.legal_name as name, b.iban from provider_banks b join providers p on p.id = b.provider_id
      where b.iban like :like and b.disabled_at is null order by p.legal_name limit 100`,
    { like }
  )
  return found.map(({ providerId, name, iban }) => ({
    kind: 'Cuenta de proveedor',
    label: name,
    detail: maskIban(iban),
    href: `/providers/${providerId}/edit?tab=banks`,
  }))
}
