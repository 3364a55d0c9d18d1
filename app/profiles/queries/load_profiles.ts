import { type Client, rows } from '#app/kernel/database/sql'
import type { Field, MatchKeyword, MatchProfile } from '#app/profiles/matching/matching_terms'

/** What a profile gives to a line besides its name. */
export type ProfileResult = {
  categoryId: number
  categoryName: string
  /** The account of the profile, else the family of its category. */
  accountCode: string
  centerId: number | null
  requiresApproval: boolean
  autoBook: boolean
}

export type LoadedProfile = MatchProfile & { result: ProfileResult }

type Row = Omit<MatchProfile, 'keywords' | 'fields'> & ProfileResult & { fields: Field[] }
type KeywordRow = MatchKeyword & { profileId: number }

/** Every active profile with its keywords, as the matcher takes them; or only some by their keys, active or not. */
export async function loadProfiles(only: number[] | 'active', client?: Client): Promise<LoadedProfile[]> {
  const bindings = { ids: only === 'active' ? [] : only }
  const condition = only === 'active' ? 'p.active' : 'p.id = any(:ids::bigint[])'
  const found = await rows<Row>(
    `select p.id, p.name, p.provider_id, p.site_ids, p.match_fields as fields, p.priority, p.min_score, p.amount_min_minor, p.amount_max_minor,
        p.category_id, c.name::text as category_name, coalesce(p.ledger_account_code, c.ledger_account_prefix) as account_code, p.center_id, p.requires_approval, p.auto_book
       from expense_profiles p join categories c on c.id = p.category_id where ${condition} order by p.id`,
    bindings,
    client
  )
  const keywords = await rows<KeywordRow>(
    `select k.id, k.profile_id, k.kind, k.mode, k.text, k.text_norm, k.weight, k.field from profile_keywords k
       join expense_profiles p on p.id = k.profile_id where ${condition} order by k.profile_id, k.id`,
    bindings,
    client
  )
  const byProfile = Map.groupBy(keywords, ({ profileId }) => profileId)
  return found.map((row) => loaded(row, byProfile.get(row.id) ?? []))
}

function loaded(
  { categoryId, categoryName, accountCode, centerId, requiresApproval, autoBook, ...profile }: Row,
  keywords: readonly MatchKeyword[]
): LoadedProfile {
  return {
    ...profile,
    keywords,
    result: { categoryId, categoryName, accountCode, centerId, requiresApproval, autoBook },
  }
}
