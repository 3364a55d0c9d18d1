import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { done } from '#app/loans/http/done'
import { orProblem } from '#app/loans/http/or_problem'
import { payableAccount, provenMovement } from '#app/loans/http/payable_account'
import { askEarlyPayment, planEarly } from '#app/loans/payments/ask_early_payment'
import { earlyProps } from '#app/loans/queries/preview_early'
import { findOwnLoan } from '#app/loans/scoped'
import { readLoan } from '#app/loans/terms/loan'
import { earlyPaymentValidator } from '#app/loans/validators/loan_validator'

/** «Amortizar anticipadamente». */
export default class EarlyPaymentsController {
  async store(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(earlyPaymentValidator)
    const { orderNumber } = await askEarlyPayment(
      id,
      {
        ...wantedOf(given),
        accountId: await payableAccount(ctx, given.account_id),
        paid: await provenMovement(ctx, given),
      },
      actorOf(ctx)
    )
    return done(
      ctx,
      orderNumber === null
        ? 'Amortización registrada: el cuadro tiene una versión nueva.'
        : `Amortización creada: pago ${orderNumber}, en borrador.`
    )
  }

  /** What it comes to and what it leaves, while somebody types it. */
  async create(ctx: HttpContext) {
    const loan = await readLoan(await findOwnLoan(ctx))
    const given = await ctx.request.validateUsing(earlyPaymentValidator)
    const preview = async () => earlyProps(loan, await planEarly(loan, wantedOf(given)))
    return ctx.response.json(await orProblem(preview))
  }
}

const wantedOf = (given: Infer<typeof earlyPaymentValidator>) => ({
  principalMinor: given.amount,
  on: given.on as CalendarDate,
  option: given.option,
  penaltyRate: given.penalty_rate ?? '0',
})
