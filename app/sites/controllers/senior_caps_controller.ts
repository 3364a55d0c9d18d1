import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { setSeniorCap } from '#app/sites/actions/set_senior_cap'
import { tellChanged } from '#app/sites/http/tell_changed'
import { seniorCapValidator } from '#app/sites/validators/site_validator'

/** «Tope de contabilidad sénior (grupo)». */
export default class SeniorCapsController {
  async update(ctx: HttpContext) {
    const { cap, reason } = await ctx.request.validateUsing(seniorCapValidator)
    if (cap < 0) throw new DomainError('E_AMOUNT', 'El importe no puede ser negativo.', { field: 'cap' })
    const changed = await setSeniorCap(cap, actorOf(ctx), reason ?? null)
    tellChanged(ctx, changed, 'Tope de contabilidad sénior guardado.')
    return ctx.response.redirect().withQs().back()
  }
}
