import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { payFromFund } from '#app/payments/kinds/supplier/pay_from_fund'
import { assertAllInScope } from '#app/payments/orders/controllers/scoped'
import { payFromFundValidator } from '#app/payments/validators/payment_validator'

/** Payments out of a virtual account: what is set aside for a supplier. */
export default class VirtualPaymentsController {
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(payFromFundValidator)
    await assertAllInScope(ctx, 'invoices', [given.invoice_id])
    const order = await payFromFund(
      {
        invoiceId: given.invoice_id,
        amountMinor: given.amount,
        executionDate: (given.execution_date ?? null) as CalendarDate | null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Pago ${order.number} creado desde el fondo de reserva.`)
    return ctx.response.redirect().withQs().back()
  }
}
