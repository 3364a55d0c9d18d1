import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import type { ProviderMerge } from '#app/providers/merge_followers'

/** Expense profiles that would go with a supplier. */
export async function countProfiles(sourceId: number, trx: Transaction) {
  const { count } = await oneRow<{ count: number }>(
    `select count(*)::int as count from expense_profiles where provider_id = :sourceId`,
    { sourceId },
    trx
  )
  return [{ one: 'perfil de gasto', many: 'perfiles de gasto', count }]
}

/** Profiles of a supplier that is merged become the other's; of two with one name the newcomer says where it is from. */
export async function mergeProfiles(
  { sourceId, targetId, actor }: ProviderMerge,
  trx: Transaction
): Promise<void> {
  await execute(
    `update expense_profiles p set provider_id = :targetId, updated_by = :userId, version = p.version + 1,
        name = case when exists (select 1 from expense_profiles x where x.provider_id = :targetId and x.name = p.name)
          then left(p.name, 104) || ' (' || s.code || ')' else p.name end
       from providers s where s.id = p.provider_id and p.provider_id = :sourceId`,
    { sourceId, targetId, userId: actor.userId },
    trx
  )
}
