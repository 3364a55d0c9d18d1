import type { HttpContext } from '@adonisjs/core/http'
import { resolveDuplicate } from '#app/accounts/actions/resolve_duplicate'
import { duplicatePairs } from '#app/accounts/queries/duplicate_pairs'
import { reconcilableAccount } from '#app/accounts/scoped'
import { duplicateValidator } from '#app/accounts/validators/duplicate_validator'
import { actorOf } from '#app/identity/http/request_origin'

/** Movements that may be there twice, by file and by connection: both side by side, and what a person says of them. */
export default class DuplicateLinesController {
  async show(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    return ctx.response.json({ data: await duplicatePairs(account.id, Number(ctx.params.line)) })
  }

  async store(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const { answer, reason } = await ctx.request.validateUsing(duplicateValidator)
    await resolveDuplicate({
      bankAccountId: account.id,
      lineId: Number(ctx.params.line),
      answer,
      reason,
      actor: actorOf(ctx),
    })
    ctx.session.flash(
      'success',
      answer === 'same'
        ? 'Era el mismo movimiento: el repetido se ha quitado.'
        : 'Son dos movimientos: quedan los dos.'
    )
    return ctx.response.redirect().withQs().back()
  }
}
