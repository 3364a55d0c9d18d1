import { execute, type Transaction } from '#app/kernel/database/sql'
import type { PartyKey } from '#app/reconciliation/scoring/match_types'
import { skeletonOf } from '#app/reconciliation/scoring/text_evidence'

type Input = { siteId: number; normText: string; parties: readonly (PartyKey | null)[] }

/** Remembers that texts of this kind were matched with these parties, or takes it back when the match is undone. */
export async function learnAssociation(
  { siteId, normText, parties }: Input,
  what: 'learn' | 'forget',
  trx: Transaction
): Promise<void> {
  const skeleton = skeletonOf(normText)
  if (skeleton === '') return
  for (const party of new Set(parties)) {
    const [type, id] = party?.split(':') ?? []
    if (!type || !id) continue
    await execute(
      `insert into match_associations as known (site_id, skeleton, counterparty_type, counterparty_id, times) values (:siteId, :skeleton, :type, :id, greatest(:change, 0))
       on conflict (site_id, skeleton, counterparty_type, counterparty_id) do update set times = greatest(known.times + :change, 0), last_at = now()`,
      { siteId, skeleton, type, id: Number(id), change: what === 'learn' ? 1 : -1 },
      trx
    )
  }
}
