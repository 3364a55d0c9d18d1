import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { setCoolingHours } from '#app/sites/actions/set_cooling_hours'
import { tellChanged } from '#app/sites/http/tell_changed'
import { coolingValidator } from '#app/sites/validators/site_validator'

/** «Espera de las cuentas verificadas (grupo)». */
export default class CoolingTimesController {
  async update(ctx: HttpContext) {
    const { hours, reason } = await ctx.request.validateUsing(coolingValidator)
    const changed = await setCoolingHours(hours, actorOf(ctx), reason ?? null)
    tellChanged(ctx, changed, 'Espera de las cuentas verificadas guardada.')
    return ctx.response.redirect().withQs().back()
  }
}
