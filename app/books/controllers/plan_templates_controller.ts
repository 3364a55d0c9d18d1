import type { HttpContext } from '@adonisjs/core/http'
import { completePlan } from '#app/books/actions/complete_plan'
import { planTemplateValidator } from '#app/books/validators/plan_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { counted } from '#app/kernel/text/counted'

/** The nodes of the Plan General de Contabilidad that a company has not. */
export default class PlanTemplatesController {
  async store(ctx: HttpContext) {
    const { site_id: siteId, plan } = await ctx.request.validateUsing(planTemplateValidator)
    await assertCompany(ctx, siteId)
    const added = await completePlan({ siteId, plan, actor: actorOf(ctx) })
    ctx.session.flash(
      added > 0 ? 'success' : 'info',
      added > 0
        ? `${added === 1 ? 'Se ha añadido' : 'Se han añadido'} ${counted(added, 'cuenta', 'cuentas')} del Plan General.`
        : 'La empresa ya tiene todas las cuentas del Plan General.'
    )
    return ctx.response.redirect().withQs().back()
  }
}
