import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { ignoreLine } from '#app/reconciliation/actions/ignore_line'
import { refusalAtForm } from '#app/reconciliation/refusal_at_form'
import { scopedLineId } from '#app/reconciliation/scoped'
import { ignoreValidator } from '#app/reconciliation/validators/match_validator'

export default class IgnoredLinesController {
  async store(ctx: HttpContext) {
    const lineId = await scopedLineId(ctx)
    const { reason } = await ctx.request.validateUsing(ignoreValidator)
    await refusalAtForm(() => ignoreLine({ lineId, reason, actor: actorOf(ctx) }))
    ctx.session.flash('success', 'Movimiento ignorado.')
    return ctx.response.redirect().withQs().back()
  }
}
