import type { HttpContext } from '@adonisjs/core/http'
import { confirmPerson } from '#app/identity/actions/confirm_person'
import { managerOf } from '#app/identity/http/manager'
import { actorOf } from '#app/identity/http/request_origin'
import { confirmUserValidator } from '#app/identity/validators/user_validator'

/** A second person vouches for who was invited, or whose access somebody changed. */
export default class UserConfirmationsController {
  async store(ctx: HttpContext) {
    const { last_change_id: lastChangeId } = await ctx.request.validateUsing(confirmUserValidator)
    await confirmPerson({ userId: Number(ctx.params.id), lastChangeId }, managerOf(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Usuario confirmado: desde ahora cuenta como aprobador.')
    return ctx.response.redirect().withQs().back()
  }
}
