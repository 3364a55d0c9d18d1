import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { settleCharges } from '#app/payments/kinds/rebilling/settle_charges'
import { ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab } from '#app/payments/orders/page/order_tab'
import { refusedText } from '#app/rebilling/charges/for_each_charge'
import { assertCharges } from '#app/rebilling/scoped'
import { chargesValidator } from '#app/rebilling/validators/rebilling_validator'

/** «Liquidar»: the payments of charges between companies, and those that go into a loan. */
export default class RebillingSettlementsController {
  async index(ctx: HttpContext) {
    requireSignedIn(ctx)
    const wanted = String((ctx.request.qs() as Record<string, unknown>).tab ?? '')
    const tab = wanted in ORDER_TABS ? wanted : 'draft'
    const orders = await orderTab(ctx, { page: 'refacturacion/pagos', tab, name: 'pagos-de-refacturacion' })
    if (!orders) return
    return ctx.inertia.render('payments/rebillings/index', { tab, orders })
  }

  async store(ctx: HttpContext) {
    const { ids } = await ctx.request.validateUsing(chargesValidator)
    await assertCharges(ctx, ids, 'any')
    const { ordered, lent, refused } = await settleCharges(ids, actorOf(ctx))
    if (ordered + lent === 0) throw new DomainError('E_REFUSED', refusedText(refused))
    if (ordered > 0)
      ctx.session.flash('success', `${counted(ordered, 'pago creado', 'pagos creados')} en borrador.`)
    if (lent > 0)
      ctx.session.flash(
        ordered > 0 ? 'info' : 'success',
        `${counted(lent, 'refacturación pasada', 'refacturaciones pasadas')} a su préstamo.`
      )
    if (refused.length > 0) ctx.session.flash('warning', refusedText(refused))
    return ctx.response.redirect().withQs().back()
  }
}
