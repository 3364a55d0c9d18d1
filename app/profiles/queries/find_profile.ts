import { type Client, row, rows } from '#app/kernel/database/sql'
import type { KeywordInput, ProfileInput } from '#app/profiles/profile_input'

export type StoredKeyword = KeywordInput & { id: number }

export type StoredProfile = {
  id: number
  version: number
  providerName: string | null
  categoryName: string
  parentName: string | null
  input: Omit<ProfileInput, 'keywords'>
  keywords: StoredKeyword[]
}

/** Companies that a reader works with; a profile of other companies only is not shown. */
export const VISIBLE = `(:all or p.site_ids = '{}' or p.site_ids && :siteIds::bigint[])`
export const visibleTo = (scope: number[] | 'all') => ({
  all: scope === 'all',
  siteIds: scope === 'all' ? [] : scope,
})

type Row = Omit<StoredProfile, 'input' | 'keywords'> & Omit<ProfileInput, 'keywords'>

/** A profile with its keywords; null when there is none, or none of the reader's companies. */
export async function findProfile(
  profileId: number,
  scope: number[] | 'all' = 'all',
  client?: Client
): Promise<StoredProfile | null> {
  const found = await row<Row>(
    `select p.id, p.version, p.name, p.provider_id, v.legal_name as provider_name, p.site_ids, p.category_id, c.name::text as category_name, o.name as parent_name,
        p.ledger_account_code, p.vat_code_id, p.withholding_code_id, p.deductible_percent, p.center_id, p.priority, p.min_score, p.match_fields, p.amount_min_minor, p.amount_max_minor, p.requires_approval, p.auto_book, p.active
       from expense_profiles p join categories c on c.id = p.category_id left join providers v on v.id = p.provider_id left join expense_profiles o on o.id = p.parent_profile_id
      where p.id = :profileId and ${VISIBLE}`,
    { profileId, ...visibleTo(scope) },
    client
  )
  if (!found) return null
  const { id, version, providerName, categoryName, parentName, ...input } = found
  const keywords = await rows<StoredKeyword>(
    `select id, kind, mode, text, weight, field from profile_keywords where profile_id = :profileId
      order by array_position(array['include', 'require', 'exclude'], kind), weight desc, text`,
    { profileId },
    client
  )
  return { id, version, providerName, categoryName, parentName, input, keywords }
}
