import type { HttpContext } from '@adonisjs/core/http'
import { reconcilableAccount } from '#app/accounts/scoped'
import { actorOf } from '#app/identity/http/request_origin'
import { forgetAssociation } from '#app/reconciliation/actions/forget_association'

/** What matching learned by itself. */
export default class MatchAssociationsController {
  async destroy(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    await forgetAssociation(Number(ctx.params.association), account.siteId, actorOf(ctx))
    ctx.session.flash('success', 'Asociación olvidada.')
    return ctx.response.redirect().withQs().back()
  }
}
