import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { setAugustOff } from '#app/legal/actions/set_august'
import { augustValidator } from '#app/legal/validators/legal_validator'

/** «Agosto inhábil»: whether August counts in the planning of judicial matters. */
export default class AugustSettingsController {
  async update(ctx: HttpContext) {
    const { is_august_off: isOff } = await ctx.request.validateUsing(augustValidator)
    await setAugustOff(isOff, actorOf(ctx))
    ctx.session.flash(
      'success',
      isOff ? 'Agosto no cuenta en los plazos judiciales.' : 'Agosto cuenta como los demás meses.'
    )
    return ctx.response.redirect().withQs().back()
  }
}
