import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { refusalAtForm } from '#app/reconciliation/refusal_at_form'
import { scopedLineId } from '#app/reconciliation/scoped'
import { entryValidator } from '#app/reconciliation/validators/match_validator'

/** "Nuevo asiento" from a movement. */
export default class LineEntriesController {
  async store(ctx: HttpContext) {
    const lineId = await scopedLineId(ctx)
    const input = await ctx.request.validateUsing(entryValidator)
    const entry = {
      lineId,
      accountCode: input.account_code,
      description: input.description,
      actor: actorOf(ctx),
    }
    await refusalAtForm(() => bookDirect(entry))
    ctx.session.flash('success', 'Movimiento contabilizado.')
    return ctx.response.redirect().withQs().back()
  }
}
