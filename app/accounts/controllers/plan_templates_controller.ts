import type { HttpContext } from '@adonisjs/core/http'
import { completePlan } from '#app/accounts/actions/import_plan'
import { planTemplateValidator } from '#app/accounts/validators/plan_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'

/** The nodes of the Plan General de Contabilidad that a company has not. */
export default class PlanTemplatesController {
  async store(ctx: HttpContext) {
    const { site_id: siteId, plan } = await ctx.request.validateUsing(planTemplateValidator)
    assertInScope(ctx, siteId)
    const added = await completePlan({ siteId, plan, actor: actorOf(ctx) })
    ctx.session.flash(
      added > 0 ? 'success' : 'info',
      added > 0
        ? `Se han añadido ${added} cuentas del Plan General.`
        : 'La empresa ya tiene todas las cuentas del Plan General.'
    )
    return ctx.response.redirect().withQs().back()
  }
}
