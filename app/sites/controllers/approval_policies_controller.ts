import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { type NewPolicyStep, saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'
import { scopedSite } from '#app/sites/scoped'
import { policiesValidator } from '#app/sites/validators/approval_validator'

/** «Nº de aprobaciones por importe»: of one company (update) and the group's default (store). */
export default class ApprovalPoliciesController {
  async update(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    await saveApprovalPolicies(site.id, await steps(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Número de aprobaciones guardado.')
    return ctx.response.redirect().withQs().back()
  }

  async store(ctx: HttpContext) {
    await saveApprovalPolicies(null, await steps(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Número de aprobaciones del grupo guardado.')
    return ctx.response.redirect().withQs().back()
  }
}

async function steps({ request }: HttpContext): Promise<NewPolicyStep[]> {
  const { policies } = await request.validateUsing(policiesValidator)
  return policies.map(({ kind, from, required, aggregate_days, sla_hours }) => ({
    kind,
    fromMinor: from,
    required,
    aggregateDays: aggregate_days,
    slaHours: sla_hours,
  }))
}
