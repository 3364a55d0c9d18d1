import { allowsAccount, viewerBindings } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/database/sql'

/** Accounts of the companies in scope that somebody may see, for the filter of a list. */
export function accountChoices(
  siteIds: number[] | 'all',
  userId: number
): Promise<{ value: string; label: string }[]> {
  return rows(
    `select b.id::text as value, s.code || ' · ' || b.name as label from bank_accounts b join sites s on s.id = b.site_id
      where (:all or b.site_id = any(:ids::bigint[])) and ${allowsAccount('view', 'b.id')}
      order by s.code, b.name limit 500`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds, ...viewerBindings({ userId }) }
  )
}
