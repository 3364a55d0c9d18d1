import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { today } from '#app/kernel/time/calendar_date'
import { cancelOrder, rejectOrder } from '#app/payments/approvals/decide_order'
import { findScopedOrder } from '#app/payments/orders/controllers/scoped'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import { orderPage } from '#app/payments/orders/page/order_page'
import { settleByHand } from '#app/payments/orders/settle_order'
import { commentValidator, outcomeValidator } from '#app/payments/validators/payment_validator'

export default class PaymentOrdersController {
  async show(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    return ctx.inertia.render('payments/orders/show', await orderPage(order, requireSignedIn(ctx).user))
  }

  async reject(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    await rejectOrder(order.id, (await ctx.request.validateUsing(commentValidator)).reason, actorOf(ctx))
    return this.done(ctx, `Pago ${order.number} rechazado: vuelve a borrador.`)
  }

  async cancel(ctx: HttpContext) {
    const order = await findScopedOrder(ctx)
    await cancelOrder(order.id, (await ctx.request.validateUsing(commentValidator)).reason, actorOf(ctx))
    return this.done(ctx, `Pago ${order.number} cancelado.`)
  }

  async settle(ctx: HttpContext) {
    const order = await findScopedOrder(ctx, 'pay')
    const { reason, on } = await ctx.request.validateUsing(outcomeValidator)
    const settledOn = (on ?? today()) as CalendarDate
    await settleByHand({ orderId: order.id, settledOn, actor: actorOf(ctx), proof: reason })
    return this.done(ctx, `Pago ${order.number} marcado como pagado.`)
  }

  async fail(ctx: HttpContext) {
    const order = await findScopedOrder(ctx, 'pay')
    const { code = '', reason } = await ctx.request.validateUsing(outcomeValidator)
    await failOrder({ orderId: order.id, code, comment: reason, actor: actorOf(ctx) })
    return this.done(ctx, `Pago ${order.number} marcado como fallido.`)
  }

  async giveBack(ctx: HttpContext) {
    const order = await findScopedOrder(ctx, 'pay')
    const { code = '', reason, on } = await ctx.request.validateUsing(outcomeValidator)
    await returnOrder({
      orderId: order.id,
      code,
      comment: reason,
      actor: actorOf(ctx),
      returnedOn: (on ?? today()) as CalendarDate,
    })
    return this.done(ctx, `Pago ${order.number} marcado como devuelto.`)
  }

  private done({ session, response }: HttpContext, message: string) {
    session.flash('success', message)
    return response.redirect().withQs().back()
  }
}
