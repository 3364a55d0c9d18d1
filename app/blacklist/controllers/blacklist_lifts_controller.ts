import type { HttpContext } from '@adonisjs/core/http'
import { liftEntry, requestLift } from '#app/blacklist/actions/change_entry'
import { entryOf } from '#app/blacklist/controllers/blacklist_entries_controller'
import { liftReasonValidator } from '#app/blacklist/validators/entry_validator'
import { actorOf } from '#app/identity/http/request_origin'

/** Two people take an account off the list. */
export default class BlacklistLiftsController {
  /** The first asks for it. */
  async store(ctx: HttpContext) {
    const { id } = await entryOf(ctx)
    const { reason } = await ctx.request.validateUsing(liftReasonValidator)
    await requestLift(id, reason ?? null, actorOf(ctx))
    ctx.session.flash(
      'success',
      'Baja solicitada: otra persona debe confirmarla. Mientras tanto sigue activa.'
    )
    return ctx.response.redirect().withQs().back()
  }

  /** The second confirms it. */
  async update(ctx: HttpContext) {
    const { id } = await entryOf(ctx)
    await liftEntry(id, actorOf(ctx))
    ctx.session.flash('success', 'Retirado de la lista negra. Sus cuentas esperan una nueva verificación.')
    return ctx.response.redirect().withQs().back()
  }
}
