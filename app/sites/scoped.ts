import type { HttpContext } from '@adonisjs/core/http'
import { assertInScope } from '#app/identity/http/scope'
import { row } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'
import Site from '#app/sites/models/site'

/** The company of the route; 404 outside the caller's companies. */
export async function scopedSite(ctx: HttpContext): Promise<Site> {
  const id = Number(ctx.params.id)
  assertInScope(ctx, id)
  const site = await Site.find(id)
  if (!site) throw new NotFound()
  return site
}

/** The key of the route's approval; 404 unless it is one of the route's company. */
export async function scopedApproval(ctx: HttpContext): Promise<number> {
  const site = await scopedSite(ctx)
  const found = await row<{ id: number }>(
    `select id from approvals where id = :approvalId and site_id = :siteId`,
    { approvalId: Number(ctx.params.approval), siteId: site.id }
  )
  if (!found) throw new NotFound()
  return found.id
}

/** The key of the route's change of a setting; 404 unless it is one of the group or of the caller's companies. */
export async function scopedChange(ctx: HttpContext): Promise<number> {
  const changeId = Number(ctx.params.change)
  const found = await row<{ siteId: number | null }>(
    `select site_id from setting_changes where id = :changeId`,
    { changeId }
  )
  if (!found) throw new NotFound()
  if (found.siteId !== null) assertInScope(ctx, found.siteId)
  return changeId
}

/** The key of the route's centre; 404 unless it is one of this company. */
export async function scopedCenter(ctx: HttpContext, site: Site): Promise<number> {
  const found = await row<{ id: number }>(
    `select id from site_centers where id = :centerId and site_id = :siteId`,
    { centerId: Number(ctx.params.center), siteId: site.id }
  )
  if (!found) throw new NotFound()
  return found.id
}
