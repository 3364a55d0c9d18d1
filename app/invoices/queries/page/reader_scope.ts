/** Companies whose invoices may be named, and whether those of none are among them. */
export type Scope = { siteIds: number[] | 'all'; hasSharedInbox: boolean }

/** A condition on a column of companies, under the bindings of `scopeBindings`. */
export const inScope = (column: string) =>
  `(:all or ${column} = any(:ids::bigint[]) or (:inbox and ${column} is null))`

export const scopeBindings = ({ siteIds, hasSharedInbox }: Scope) => ({
  all: siteIds === 'all',
  ids: siteIds === 'all' ? [] : siteIds,
  inbox: hasSharedInbox,
})
