import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { isInScope } from '#app/identity/http/scope'
import { AccessDenied } from '#app/kernel/http/access_denied'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { findScopedOrder } from '#app/payments/orders/controllers/scoped'
import { dropLoan } from '#app/payments/orders/lending/choose_loan'
import { lendOrder } from '#app/payments/orders/lending/lend_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { lendValidator } from '#app/payments/validators/payment_validator'

/** «Registrar como préstamo»: it is in the books of both companies, so whoever does it works with both. */
export default class PaymentLoansController {
  async store(ctx: HttpContext) {
    const order = await ownOrder(ctx)
    const { loan_id: loanId, value_on: valueOn } = await ctx.request.validateUsing(lendValidator)
    const { loanNumber, isTaken } = await lendOrder({
      orderId: order.id,
      loanId,
      valueOn: (valueOn ?? null) as CalendarDate | null,
      actor: actorOf(ctx),
    })
    ctx.session.flash(
      'success',
      isTaken
        ? `Pago ${order.number} registrado en el préstamo ${loanNumber}.`
        : `El pago ${order.number} se registrará en el préstamo ${loanNumber} cuando el banco lo tenga.`
    )
    return ctx.response.redirect().withQs().back()
  }

  /** It stays on the current account after all. */
  async destroy(ctx: HttpContext) {
    const order = await ownOrder(ctx)
    await dropLoan(order.id, actorOf(ctx))
    ctx.session.flash('success', `El pago ${order.number} quedará en la cuenta corriente.`)
    return ctx.response.redirect().withQs().back()
  }
}

async function ownOrder(ctx: HttpContext): Promise<PaymentOrder> {
  const order = await findScopedOrder(ctx)
  if (!isInScope(ctx, order.siteId) || !isInScope(ctx, order.payerSiteId)) throw new AccessDenied()
  return order
}
