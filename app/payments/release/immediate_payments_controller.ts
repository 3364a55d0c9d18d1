import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { warnOfBuffered } from '#app/payments/orders/answer_buffered'
import { assertAllInScope } from '#app/payments/orders/controllers/scoped'
import { doneText } from '#app/payments/orders/page/bulk_outcome'
import { payNow, payOrdersNow } from '#app/payments/release/pay_now'
import { previewPayments } from '#app/payments/release/preview_payments'
import { orderIdsValidator, payNowValidator } from '#app/payments/validators/payment_validator'

/** «Pagar ahora», and what each account would have left. */
export default class ImmediatePaymentsController {
  /** What the accounts of the chosen payments have, and have left afterwards. Changes nothing. */
  async show(ctx: HttpContext) {
    const { order_ids: ids } = await ctx.request.validateUsing(orderIdsValidator)
    await assertAllInScope(ctx, 'payment_orders', ids)
    return ctx.response.json({ data: await previewPayments(ids, requireSignedIn(ctx).user.id) })
  }

  async store(ctx: HttpContext) {
    const {
      order_ids: ids,
      reason,
      confirm_duplicate: confirmDuplicate = false,
      confirm_payee: confirmPayee = false,
    } = await ctx.request.validateUsing(payNowValidator)
    await assertAllInScope(ctx, 'payment_orders', ids)
    const wanted = { reason, confirmDuplicate, confirmPayee, actor: actorOf(ctx) }
    const [only] = ids
    const outcome =
      ids.length === 1 && only
        ? { done: 1, numbers: [], made: [await payNow({ orderId: only, ...wanted })], refused: [] }
        : await payOrdersNow(ids, wanted)
    if (outcome.done > 0)
      ctx.session.flash(
        'success',
        doneText(outcome, {
          one: '1 pago pedido para hoy: se ha avisado a sus aprobadores.',
          many: (done) => `${done} pagos pedidos para hoy: se ha avisado a sus aprobadores.`,
        })
      )
    await warnOfBuffered(ctx, outcome.made, outcome.refused, 'no se han podido pedir')
    return ctx.response.redirect().withQs().back()
  }
}
