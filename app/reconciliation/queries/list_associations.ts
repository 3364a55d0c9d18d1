import { rows } from '#app/kernel/database/sql'

const shownMax = 200

/** What matching learned: texts of this kind were matched with this party so many times; from two on it gives 15 points. */
export type AssociationRow = { id: number; skeleton: string; party: string; times: number; lastAt: string }

export async function listAssociations(siteId: number): Promise<AssociationRow[]> {
  const found = await rows<{
    id: number
    skeleton: string
    party: string | null
    times: number
    lastAt: Date
  }>(
    `select m.id, m.skeleton, m.times, m.last_at, coalesce(p.legal_name, s.legal_name::text, m.counterparty_type) as party
       from match_associations m left join providers p on m.counterparty_type = 'provider' and p.id = m.counterparty_id
       left join sites s on m.counterparty_type = 'site' and s.id = m.counterparty_id
      where m.site_id = :siteId and m.times > 0 order by m.times desc, m.id limit ${shownMax}`,
    { siteId }
  )
  return found.map(({ id, skeleton, party, times, lastAt }) => ({
    id,
    skeleton,
    party: party ?? '',
    times,
    lastAt: lastAt.toISOString(),
  }))
}
