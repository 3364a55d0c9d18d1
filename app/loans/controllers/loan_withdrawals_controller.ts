import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { done } from '#app/loans/http/done'
import { payableAccount } from '#app/loans/http/payable_account'
import { askWithdrawal } from '#app/loans/payments/ask_withdrawal'
import { findOwnLoan } from '#app/loans/scoped'
import { withdrawalValidator } from '#app/loans/validators/loan_validator'

/** «Nueva retirada»: the lender pays out more. */
export default class LoanWithdrawalsController {
  async store(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(withdrawalValidator)
    const { orderNumber } = await askWithdrawal(
      id,
      {
        amountMinor: given.amount,
        valueOn: given.value_on as CalendarDate,
        accountId: await payableAccount(ctx, given.account_id),
      },
      actorOf(ctx)
    )
    return done(ctx, `Retirada creada: pago ${orderNumber}, en borrador.`)
  }
}
