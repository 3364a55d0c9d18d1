import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { cancelLoan } from '#app/loans/actions/cancel_loan'
import { closeBalance } from '#app/loans/actions/end_loan'
import { done } from '#app/loans/http/done'
import { findOwnLoan } from '#app/loans/scoped'
import { reasonValidator } from '#app/loans/validators/loan_validator'

/** Steps of a loan beside its approval. */
export default class LoanStepsController {
  /** «Anular» a draft. */
  async destroy(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await cancelLoan(id, reason ?? null, actorOf(ctx))
    return done(ctx, 'Préstamo anulado.')
  }

  /** «Liquidar» a balance that nobody will draw on again. */
  async update(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    await closeBalance(id, actorOf(ctx))
    return done(ctx, 'Préstamo liquidado.')
  }
}
