import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { approveCompensation, reverseCompensation } from '#app/loans/compensations/decide_compensation'
import { approvedHere, done } from '#app/loans/http/done'
import { findOwnCompensation } from '#app/loans/scoped'
import { approvalValidator, reasonValidator } from '#app/loans/validators/loan_validator'

/** Approval of a netting, which posts it with the last one, and its reversal as a whole. */
export default class CompensationDecisionsController {
  async store(ctx: HttpContext) {
    const id = await findOwnCompensation(ctx)
    const { fingerprint, comment } = await ctx.request.validateUsing(approvalValidator)
    const { isPosted, companies } = await approveCompensation({
      id,
      shownFingerprint: fingerprint,
      comment: comment ? comment : null,
      actor: actorOf(ctx),
    })
    if (isPosted) return done(ctx, 'Compensación contabilizada en todas sus empresas.')
    return approvedHere(ctx, companies)
  }

  async destroy(ctx: HttpContext) {
    const id = await findOwnCompensation(ctx)
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await reverseCompensation(id, reason ?? null, actorOf(ctx))
    return done(ctx, 'Compensación revertida en todas sus empresas.')
  }
}
