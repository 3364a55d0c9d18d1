import type { HttpContext } from '@adonisjs/core/http'
import { assertInScope, isInScope, scopeOf } from '#app/identity/http/scope'
import { row, rows } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'
import type { Filter } from '#app/kernel/lists/listing'

type Pair = { id: number; originSiteId: number; targetSiteId: number }

/** The charge of the route: for the people of either company; 404 for all others. */
export async function findScopedCharge(ctx: HttpContext): Promise<Pair> {
  const found = await row<Pair>(
    `select id, origin_site_id, target_site_id from rebilling_transactions where id = :id`,
    { id: Number(ctx.params.id) }
  )
  if (!found || !(isInScope(ctx, found.originSiteId) || isInScope(ctx, found.targetSiteId)))
    throw new NotFound()
  return found
}

/** The same, for what only the people of the company that charges do. */
export async function findOwnCharge(ctx: HttpContext): Promise<Pair> {
  const found = await findScopedCharge(ctx)
  assertInScope(ctx, found.originSiteId)
  return found
}

/** Refuses a bulk act that names a charge of others: of either company for `any`, of the one that charges for `origin`. */
export async function assertCharges(
  ctx: HttpContext,
  ids: readonly number[],
  side: 'any' | 'origin'
): Promise<void> {
  const scope = scopeOf(ctx)
  const found = await rows(
    `select id from rebilling_transactions where id = any(:ids::bigint[]) and (:all or origin_site_id = any(:scope::bigint[]) or :any and target_site_id = any(:scope::bigint[]))`,
    { ids: [...ids], all: scope === 'all', scope: scope === 'all' ? [] : scope, any: side === 'any' }
  )
  if (found.length !== new Set(ids).size) throw new NotFound()
}

/** Narrows a list of charges to those of which either company is the caller's. */
export function limitCharges(ctx: HttpContext, alias: string, filter: Filter): void {
  const scope = scopeOf(ctx)
  if (scope === 'all') return
  filter.where.push(
    `(${alias}.origin_site_id = any(:scopeSiteIds::bigint[]) or ${alias}.target_site_id = any(:scopeSiteIds::bigint[]))`
  )
  filter.bindings.scopeSiteIds = scope
}

/** The rule of the route; 404 unless the company that bears the cost is the caller's. */
export async function findScopedSetting(ctx: HttpContext): Promise<{ id: number; siteId: number }> {
  const found = await row<{ id: number; siteId: number }>(
    `select id, origin_site_id as site_id from rebilling_settings where id = :id`,
    { id: Number(ctx.params.id) }
  )
  if (!found) throw new NotFound()
  assertInScope(ctx, found.siteId)
  return found
}

/** The value of a key of the route, of a company of the caller's. */
export async function findScopedKey(ctx: HttpContext): Promise<number> {
  const found = await row<{ id: number; siteId: number }>(
    `select id, site_id from allocation_keys where id = :id`,
    { id: Number(ctx.params.key) }
  )
  if (!found) throw new NotFound()
  assertInScope(ctx, found.siteId)
  return found.id
}
