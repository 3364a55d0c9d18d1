import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { createTransfer } from '#app/payments/kinds/internal/create_transfer'
import { TRANSFERRERS } from '#app/payments/kinds/internal/own_transfer'
import { createTransferValidator } from '#app/payments/kinds/internal/own_transfer_validator'
import { assertPayable } from '#app/payments/orders/controllers/scoped'
import { ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab } from '#app/payments/orders/page/order_tab'

/** Transfers between accounts of a company: payments that are approved and sent like any other (area 28 §1). */
export default class OwnTransfersController {
  async index(ctx: HttpContext) {
    const wanted = String((ctx.request.qs() as Record<string, unknown>).tab ?? '')
    const tab = wanted in ORDER_TABS ? wanted : 'draft'
    const orders = await orderTab(ctx, { page: 'accounts/transfers', tab, name: 'traspasos' })
    if (!orders) return
    const canCreate = TRANSFERRERS.includes(requireSignedIn(ctx).user.role)
    return ctx.inertia.render('payments/transfers/index', { tab, orders, canCreate })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createTransferValidator)
    await assertCompany(ctx, given.site_id)
    await assertPayable(ctx, given.from_account_id)
    const order = await createTransfer(
      {
        siteId: given.site_id,
        fromAccountId: given.from_account_id,
        toAccountId: given.to_account_id,
        amountMinor: given.amount,
        quoteId: given.quote_id ?? null,
        concept: given.concept,
        executionDate: (given.execution_date ?? null) as CalendarDate | null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Traspaso creado: pago ${order.number}, en borrador.`)
    return ctx.response.redirect().toPath('/accounts/transfers')
  }
}
