import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import type { AccountNumbers } from '#app/kernel/identifiers/account_number'
import { recordBank } from '#app/providers/actions/bank_history'
import type { ProviderMerge } from '#app/providers/merge_followers'

type Moved = AccountNumbers & { id: number; verification: string }

/** Whether two suppliers, `s` and `t`, have one account. */
export const SAME_ACCOUNT = '(t.iban = s.iban or t.account_number = s.account_number)'

/**
 * Bank details of a supplier that is merged: those in use become the other's, to be verified anew by somebody else than
 * who merges; one that the other has already stays where it is, out of use. Gives the IBANs that came over.
 */
export async function moveBanks(
  { sourceId, targetId, actor }: ProviderMerge,
  trx: Transaction
): Promise<string[]> {
  await execute(
    `update provider_banks s set disabled_at = coalesce(s.disabled_at, now()), is_default = false, last_changed_by = :userId
      where s.provider_id = :sourceId and exists (select 1 from provider_banks t where t.provider_id = :targetId and ${SAME_ACCOUNT})`,
    { sourceId, targetId, userId: actor.userId },
    trx
  )
  const moved = await rows<Moved>(
    `update provider_banks s set provider_id = :targetId, moved_by = :userId, last_changed_by = :userId,
        is_default = s.is_default and s.site_id is null and not exists (select 1 from provider_banks t where t.provider_id = :targetId and t.is_default and t.site_id is null and t.disabled_at is null),
        verification = case when s.verification = 'verified' then 'unverified' else s.verification end,
        verification_method = null, verified_by = null, verified_at = null, payable_from = null, waived_by = null, created_at = now()
      where s.provider_id = :sourceId and not exists (select 1 from provider_banks t where t.provider_id = :targetId and ${SAME_ACCOUNT})
     returning id, iban, account_number, verification`,
    { sourceId, targetId, userId: actor.userId },
    trx
  )
  await execute(
    `update providers t set multi_bank = true where t.id = :targetId and not t.multi_bank
        and exists (select 1 from provider_banks b where b.provider_id = t.id and b.site_id is not null and b.disabled_at is null)`,
    { targetId },
    trx
  )
  for (const { verification, ...bank } of moved)
    await recordBank({ ...bank, providerId: targetId }, 'provider_bank.moved', actor, trx, {
      changes: { verification: [null, verification] },
    })
  return moved.flatMap(({ iban }) => iban ?? [])
}
