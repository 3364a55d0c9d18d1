import type { HttpContext } from '@adonisjs/core/http'
import { managerOf } from '#app/identity/http/manager'
import { actorOf } from '#app/identity/http/request_origin'
import { listUnconfirmed } from '#app/identity/queries/authority_changes'
import { scopedChange } from '#app/sites/scoped'
import { rejectChange, withdrawChange } from '#app/sites/second_person/decide_change'
import { listOpenChanges, listRecentChanges } from '#app/sites/second_person/list_changes'
import { listPowerChanges } from '#app/sites/second_person/list_power_changes'
import { siteReasonValidator } from '#app/sites/validators/site_validator'

/** «Pendiente de confirmar por otra persona»: people and loosened controls; rejected (update) or taken back (destroy). */
export default class PendingChangesController {
  async index(ctx: HttpContext) {
    const viewer = managerOf(ctx)
    const [people, changes, recent, powers] = await Promise.all([
      listUnconfirmed(viewer),
      listOpenChanges(viewer),
      listRecentChanges(viewer),
      listPowerChanges(viewer),
    ])
    return ctx.inertia.render('sites/pending_changes/index', { people, changes, recent, powers })
  }

  async update(ctx: HttpContext) {
    const { reason } = await ctx.request.validateUsing(siteReasonValidator)
    await rejectChange(await scopedChange(ctx), reason ?? null, managerOf(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Cambio rechazado: sigue como estaba.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    await withdrawChange(await scopedChange(ctx), managerOf(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Cambio retirado.')
    return ctx.response.redirect().withQs().back()
  }
}
