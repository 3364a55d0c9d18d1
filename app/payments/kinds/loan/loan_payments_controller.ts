import type { HttpContext } from '@adonisjs/core/http'
import { ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab } from '#app/payments/orders/page/order_tab'

/** Orders of payments of loans: approved and sent like any other (area 28 §1). */
export default class LoanPaymentsController {
  async index(ctx: HttpContext) {
    const wanted = String((ctx.request.qs() as Record<string, unknown>).tab ?? '')
    const tab = wanted in ORDER_TABS ? wanted : 'draft'
    const orders = await orderTab(ctx, { page: 'loans/payments', tab, name: 'pagos-de-prestamos' })
    if (!orders) return
    return ctx.inertia.render('payments/loans/index', { tab, orders })
  }
}
