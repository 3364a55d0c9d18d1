import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { row } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'
import type { Filter } from '#app/kernel/lists/listing'

/** Companies the caller works with; `'all'` for those without a limit. */
export const scopeOf = (ctx: HttpContext): number[] | 'all' => requireSignedIn(ctx).siteIds

/** Answers 404 for anything outside the caller's companies: not even its existence shows. */
export function assertInScope(ctx: HttpContext, siteId: number | null): void {
  if (!isInScope(ctx, siteId)) throw new NotFound()
}

/**
 * The same for a company that somebody names: who works with all of them works with those there are. 404 for any other.
 */
export async function assertCompany(ctx: HttpContext, siteId: number): Promise<void> {
  assertInScope(ctx, siteId)
  const known = await row(`select 1 as found from sites where id = :siteId`, { siteId })
  if (!known) throw new NotFound()
}

/** Whether something of this company, or of none, is the caller's to see. */
export function isInScope(ctx: HttpContext, siteId: number | null): boolean {
  const scope = scopeOf(ctx)
  if (scope === 'all' || (siteId !== null && scope.includes(siteId))) return true
  return siteId === null && requireSignedIn(ctx).user.sharedInbox
}

/** Narrows a list to the caller's companies; rows without a company only for those with the shared inbox. */
export function limitToScope(ctx: HttpContext, column: string, filter: Filter): void {
  const scope = scopeOf(ctx)
  if (scope === 'all') return
  const unassigned = requireSignedIn(ctx).user.sharedInbox ? ` or ${column} is null` : ''
  filter.where.push(`(${column} = any(:scopeSiteIds::bigint[])${unassigned})`)
  filter.bindings.scopeSiteIds = scope
}
