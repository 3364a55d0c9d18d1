import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { findScopedOrder } from '#app/payments/orders/controllers/scoped'
import { retryOrder } from '#app/payments/orders/retry_order'

/** «Reintentar»: the same again, by a new order. */
export default class PaymentRetriesController {
  async store(ctx: HttpContext) {
    const { id } = await findScopedOrder(ctx, 'pay')
    const order = await retryOrder(id, actorOf(ctx))
    ctx.session.flash('success', `Pago ${order.number} creado en borrador.`)
    return ctx.response.redirect(`/payment-orders/${order.id}`)
  }
}
