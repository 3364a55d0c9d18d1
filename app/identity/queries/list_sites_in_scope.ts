import { namedRows } from '#app/kernel/database/sql'

export type SiteOption = { id: number; code: string; name: string }

/** Statement of the companies of `:ids`, of every one when `:all`; archived ones are left out. */
export const SITES_IN_SCOPE = `select id, code, coalesce(nullif(trade_name, ''), legal_name) as name from sites
  where status <> 'archived' and (:all or id = any(:ids::bigint[])) order by legal_name collate "es-x-icu"`

/** Bindings of `SITES_IN_SCOPE`. */
export const siteScope = (siteIds: number[] | 'all') => ({
  all: siteIds === 'all',
  ids: siteIds === 'all' ? [] : siteIds,
})

/** Companies that a user may work with, for pickers; archived ones are left out. */
export function listSitesInScope(siteIds: number[] | 'all'): Promise<SiteOption[]> {
  return namedRows<SiteOption>(SITES_IN_SCOPE, siteScope(siteIds))
}
