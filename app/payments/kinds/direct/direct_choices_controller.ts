import type { HttpContext } from '@adonisjs/core/http'
import { assertCompany } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { searchText } from '#app/kernel/http/list_request'
import { bookableAccounts, directChoices } from '#app/payments/kinds/direct/direct_choices'

/** The accounts and beneficiaries of a company, for the form of a direct payment. */
export default class DirectChoicesController {
  async index(ctx: HttpContext) {
    const siteId = await siteAsked(ctx)
    return ctx.response.json({
      data: siteId === null ? [] : await directChoices(siteId, requireSignedIn(ctx).user.id),
    })
  }

  /** The accounts of the plan that it may be booked on. */
  async show(ctx: HttpContext) {
    const siteId = await siteAsked(ctx)
    return ctx.response.json({
      data: siteId === null ? [] : await bookableAccounts(siteId, searchText(ctx)),
    })
  }
}

async function siteAsked(ctx: HttpContext): Promise<number | null> {
  const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
  if (!Number.isSafeInteger(siteId) || siteId <= 0) return null
  await assertCompany(ctx, siteId)
  return siteId
}
