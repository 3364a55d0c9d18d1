import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { OrderApproval } from '#app/payments/approvals/decide_order'
import { approveRun, overrideRun, rejectRun } from '#app/payments/kinds/payroll/decide_run'
import { runPage } from '#app/payments/kinds/payroll/run_page'
import { findScopedRun } from '#app/payments/orders/controllers/scoped'
import { approveOrderValidator, commentValidator } from '#app/payments/validators/payment_validator'
import { overrideValidator } from '#app/sites/validators/approval_validator'

/** One run of salaries: what is in it, and the decision on all of it. */
export default class PayrollRunsController {
  async show(ctx: HttpContext) {
    const runId = await findScopedRun(ctx)
    return ctx.inertia.render('payments/runs/show', await runPage(runId, requireSignedIn(ctx).user))
  }

  async approve(ctx: HttpContext) {
    const runId = await findScopedRun(ctx)
    const { fingerprint, comment } = await ctx.request.validateUsing(approveOrderValidator)
    const comments = { comment: comment ?? null }
    return done(
      ctx,
      await approveRun({ runId, shownFingerprint: fingerprint, ...comments, actor: actorOf(ctx) })
    )
  }

  /** The emergency approval of the system role. */
  async override(ctx: HttpContext) {
    const runId = await findScopedRun(ctx)
    const { fingerprint, reason } = await ctx.request.validateUsing(overrideValidator)
    return done(ctx, await overrideRun({ runId, shownFingerprint: fingerprint, reason, actor: actorOf(ctx) }))
  }

  async reject(ctx: HttpContext) {
    const runId = await findScopedRun(ctx)
    const { reason } = await ctx.request.validateUsing(commentValidator)
    await rejectRun(runId, reason, actorOf(ctx))
    ctx.session.flash('success', 'Relación rechazada: sus pagos vuelven a borrador.')
    return ctx.response.redirect().withQs().back()
  }
}

function done({ session, response }: HttpContext, { given, required }: OrderApproval) {
  session.flash(
    'success',
    given >= required ? 'Nómina aprobada.' : `Aprobación registrada (${given} de ${required}).`
  )
  return response.redirect().withQs().back()
}
