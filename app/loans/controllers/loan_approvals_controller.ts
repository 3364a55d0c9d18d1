import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { activateLoan } from '#app/loans/actions/activate_loan'
import { approvedHere, done } from '#app/loans/http/done'
import { findOwnLoan } from '#app/loans/scoped'
import { approvalValidator } from '#app/loans/validators/loan_validator'

/** «Activar»: an approval of a loan in its companies. */
export default class LoanApprovalsController {
  async store(ctx: HttpContext) {
    const loanId = await findOwnLoan(ctx)
    const { fingerprint, comment } = await ctx.request.validateUsing(approvalValidator)
    const { isActive, companies, orderNumber } = await activateLoan({
      loanId,
      shownFingerprint: fingerprint,
      comment: comment ? comment : null,
      actor: actorOf(ctx),
    })
    if (isActive) {
      const order = orderNumber === null ? '' : ` Desembolso: pago ${orderNumber}, en borrador.`
      return done(ctx, `Préstamo activado.${order}`)
    }
    return approvedHere(ctx, companies)
  }
}
