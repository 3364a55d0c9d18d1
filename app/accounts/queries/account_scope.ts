import type { Viewer } from '#app/accounts/viewer'
import type { Filter } from '#app/kernel/listing'

/** What of `bank_accounts b` somebody may see: accounts of their companies, unless a permission of their own says no. */
export function scopeFilter({ siteIds, userId }: Viewer): Filter {
  const where = [
    `not exists (select 1 from bank_account_permissions denied where denied.bank_account_id = b.id and denied.user_id = :viewerId and not denied.can_view)`,
  ]
  const bindings: Filter['bindings'] = { viewerId: userId }
  if (siteIds !== 'all') {
    where.push('b.site_id = any(:scopeSiteIds::bigint[])')
    bindings.scopeSiteIds = siteIds
  }
  return { where, bindings }
}
