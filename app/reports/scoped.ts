import type { HttpContext } from '@adonisjs/core/http'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'
import { type HistoryPage, historyPage, siteOfPayment } from '#app/reports/queries/history_page'

/** The payment of the address as the caller may see it. Throws NotFound when there is none or its company is not theirs. */
export async function scopedPayment(ctx: HttpContext): Promise<HistoryPage> {
  const id = Number(ctx.params.id)
  const { user } = requireSignedIn(ctx)
  const siteId = await siteOfPayment(id, user.id)
  if (siteId === null) throw new NotFound()
  assertInScope(ctx, siteId)
  const page = await historyPage(id, user)
  if (!page) throw new NotFound()
  return page
}
