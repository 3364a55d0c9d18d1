import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { type NewPolicyStep, saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'
import { tellChanged } from '#app/sites/http/tell_changed'
import { scopedSite } from '#app/sites/scoped'
import { policiesValidator } from '#app/sites/validators/approval_validator'

/** «Nº de aprobaciones por importe»: of one company (update) and the group's default (store). */
export default class ApprovalPoliciesController {
  async update(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const { steps, reason } = await given(ctx)
    const changed = await saveApprovalPolicies(site.id, steps, actorOf(ctx), reason)
    tellChanged(ctx, changed, 'Número de aprobaciones guardado.')
    return ctx.response.redirect().withQs().back()
  }

  async store(ctx: HttpContext) {
    const { steps, reason } = await given(ctx)
    const changed = await saveApprovalPolicies(null, steps, actorOf(ctx), reason)
    tellChanged(ctx, changed, 'Número de aprobaciones del grupo guardado.')
    return ctx.response.redirect().withQs().back()
  }
}

async function given({ request }: HttpContext): Promise<{ steps: NewPolicyStep[]; reason: string | null }> {
  const { policies, reason } = await request.validateUsing(policiesValidator)
  const steps = policies.map(({ kind, from, required, aggregate_days, sla_hours }) => ({
    kind,
    fromMinor: from,
    required,
    aggregateDays: aggregate_days,
    slaHours: sla_hours,
  }))
  return { steps, reason: reason ?? null }
}
