import type { HttpContext } from '@adonisjs/core/http'
import { managerOf } from '#app/identity/http/manager'
import { actorOf } from '#app/identity/http/request_origin'
import { scopedChange } from '#app/sites/scoped'
import { confirmChange } from '#app/sites/second_person/decide_change'

/** The second person lets a loosened control hold. */
export default class SettingConfirmationsController {
  async store(ctx: HttpContext) {
    await confirmChange(await scopedChange(ctx), managerOf(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Cambio confirmado: vale desde ahora y se ha avisado a los aprobadores.')
    return ctx.response.redirect().withQs().back()
  }
}
