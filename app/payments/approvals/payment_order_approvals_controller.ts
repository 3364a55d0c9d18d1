import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { approveOrder, type OrderApproval, overrideOrderApproval } from '#app/payments/approvals/decide_order'
import { approveOrders } from '#app/payments/approvals/decide_orders'
import { assertAllInScope, findScopedOrder } from '#app/payments/orders/controllers/scoped'
import { doneText, refusalText } from '#app/payments/orders/page/bulk_outcome'
import { approveOrdersValidator, approveOrderValidator } from '#app/payments/validators/payment_validator'
import { overrideValidator } from '#app/sites/validators/approval_validator'

export default class PaymentOrderApprovalsController {
  async store(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    const { fingerprint, comment } = await ctx.request.validateUsing(approveOrderValidator)
    const { given, required } = await approveOrder({
      orderId: order.id,
      shownFingerprint: fingerprint,
      comment: comment ?? null,
      actor: actorOf(ctx),
    })
    return done(ctx, order.number, { given, required })
  }

  /** The emergency approval of the system role. */
  async override(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    const { fingerprint, reason } = await ctx.request.validateUsing(overrideValidator)
    const outcome = await overrideOrderApproval({
      orderId: order.id,
      shownFingerprint: fingerprint,
      reason,
      actor: actorOf(ctx),
    })
    return done(ctx, order.number, outcome)
  }

  /** Several at once, each against the fingerprint that the list showed. */
  async update(ctx: HttpContext) {
    const { orders, comment } = await ctx.request.validateUsing(approveOrdersValidator)
    await assertAllInScope(
      ctx,
      'payment_orders',
      orders.map((order) => order.id)
    )
    const outcome = await approveOrders(orders, { comment: comment ?? null, actor: actorOf(ctx) })
    if (outcome.done > 0)
      ctx.session.flash(
        'success',
        doneText(outcome, { one: '1 pago aprobado.', many: (done) => `${done} pagos aprobados.` })
      )
    if (outcome.refused.length > 0)
      ctx.session.flash(
        'warning',
        `${outcome.refused.length} no se han podido aprobar. ${refusalText(outcome.refused)}`
      )
    return ctx.response.redirect().withQs().back()
  }
}

function done({ session, response }: HttpContext, number: string, { given, required }: OrderApproval) {
  session.flash(
    'success',
    given >= required ? `Pago ${number} aprobado.` : `Aprobación registrada (${given} de ${required}).`
  )
  return response.redirect().withQs().back()
}
