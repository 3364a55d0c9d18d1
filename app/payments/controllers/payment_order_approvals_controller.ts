import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { approveOrder } from '#app/payments/actions/decide_order'
import { forEachOrder, refusalText } from '#app/payments/bulk_outcome'
import { assertAllInScope, findScopedOrder } from '#app/payments/scoped'
import { approveOrdersValidator, approveOrderValidator } from '#app/payments/validators/payment_validator'

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
    ctx.session.flash(
      'success',
      given >= required
        ? `Pago ${order.number} aprobado.`
        : `Aprobación registrada (${given} de ${required}).`
    )
    return ctx.response.redirect().withQs().back()
  }

  /** Several at once, each against the fingerprint that the list showed. */
  async update(ctx: HttpContext) {
    const { orders, comment } = await ctx.request.validateUsing(approveOrdersValidator)
    await assertAllInScope(
      ctx,
      'payment_orders',
      orders.map((order) => order.id)
    )
    const outcome = await forEachOrder(orders, (order) =>
      approveOrder({
        orderId: order.id,
        shownFingerprint: order.fingerprint,
        comment: comment ?? null,
        actor: actorOf(ctx),
      })
    )
    if (outcome.done > 0)
      ctx.session.flash(
        'success',
        outcome.done === 1 ? '1 pago aprobado.' : `${outcome.done} pagos aprobados.`
      )
    if (outcome.refused.length > 0)
      ctx.session.flash(
        'warning',
        `${outcome.refused.length} no se han podido aprobar. ${refusalText(outcome.refused)}`
      )
    return ctx.response.redirect().withQs().back()
  }
}
