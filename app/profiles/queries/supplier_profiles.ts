import { row, rows } from '#app/kernel/database/sql'
import type { SupplierProfile, SupplierProfiles } from '#app/providers/ports'

const SHOWN_MAX = 50
const OPTIONS_MAX = 500

/** What the page of a supplier shows and offers of expense profiles. */
export const supplierProfilesOf: SupplierProfiles = {
  name: (profile) => `select name from expense_profiles where id = ${profile}`,
  options: (providerId) =>
    rows<{ id: number; name: string }>(
      `select id, name from expense_profiles where active and (provider_id = :providerId or provider_id is null) order by provider_id nulls last, name limit ${OPTIONS_MAX}`,
      { providerId }
    ),
  async isOption(profileId, providerId, trx) {
    const found = await row(
      `select 1 as found from expense_profiles where id = :profileId and (provider_id is null or provider_id = :providerId)`,
      { profileId, providerId },
      trx
    )
    return found !== null
  },
  list: (providerId, scope) =>
    rows<SupplierProfile>(
      `select p.id, p.name, c.name::text as category, p.active from expense_profiles p join categories c on c.id = p.category_id
        where p.provider_id = :providerId and (:all or p.site_ids = '{}' or p.site_ids && :siteIds::bigint[]) order by p.active desc, p.name limit ${SHOWN_MAX}`,
      { providerId, all: scope === 'all', siteIds: scope === 'all' ? [] : scope }
    ),
}
