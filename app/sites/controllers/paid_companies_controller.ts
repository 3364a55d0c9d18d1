import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { setPaidFor } from '#app/sites/actions/set_paid_for'
import { tellChanged } from '#app/sites/http/tell_changed'
import { scopedSite } from '#app/sites/scoped'
import { paidForValidator } from '#app/sites/validators/site_validator'

/** «Puede pagar por»: the companies of the group whose debts a company may pay. */
export default class PaidCompaniesController {
  async update(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const { site_ids: siteIds = [], reason } = await ctx.request.validateUsing(paidForValidator)
    for (const id of siteIds) await assertCompany(ctx, id)
    const changed = await setPaidFor({ payerId: site.id, siteIds, reason: reason ?? null }, actorOf(ctx))
    tellChanged(ctx, changed, 'Empresas por las que puede pagar guardadas.')
    return ctx.response.redirect().withQs().back()
  }
}
