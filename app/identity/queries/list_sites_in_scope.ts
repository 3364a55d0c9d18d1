import { rows } from '#app/kernel/sql'

export type SiteOption = { id: number; code: string; name: string }

/** Companies that a user may work with, for pickers; archived ones are left out. */
export function listSitesInScope(siteIds: number[] | 'all'): Promise<SiteOption[]> {
  return rows<SiteOption>(
    `select id, code, coalesce(nullif(trade_name, ''), legal_name) as name from sites
      where status <> 'archived' and (:all or id = any(:ids)) order by legal_name collate "es-x-icu"`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds }
  )
}
