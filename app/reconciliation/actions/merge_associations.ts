import { execute, type Transaction } from '#app/kernel/database/sql'
import type { ProviderMerge } from '#app/providers/merge_followers'

const SAME = `t.counterparty_type = 'provider' and t.counterparty_id = :targetId and t.site_id = s.site_id and t.skeleton = s.skeleton`
const OF_SOURCE = `s.counterparty_type = 'provider' and s.counterparty_id = :sourceId`

/** What the bank's wording was learned to mean, and rules that name a supplier, follow it into the one it is merged with. */
export async function mergeAssociations(
  { sourceId, targetId }: ProviderMerge,
  trx: Transaction
): Promise<void> {
  const pair = { sourceId, targetId }
  await execute(
    `update match_associations t set times = t.times + s.times, last_at = greatest(t.last_at, s.last_at) from match_associations s where ${OF_SOURCE} and ${SAME}`,
    pair,
    trx
  )
  await execute(
    `delete from match_associations s where ${OF_SOURCE} and exists (select 1 from match_associations t where ${SAME})`,
    pair,
    trx
  )
  await execute(`update match_associations s set counterparty_id = :targetId where ${OF_SOURCE}`, pair, trx)
  await execute(
    `update bank_rules set action = jsonb_set(action, '{providerId}', to_jsonb(:targetId::bigint)), lock_version = lock_version + 1
      where (action ->> 'providerId')::bigint = :sourceId`,
    pair,
    trx
  )
}
