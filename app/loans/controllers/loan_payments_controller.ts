import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { deniedAccounts } from '#app/accounts/queries/account_scope'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { searchText } from '#app/kernel/http/list_request'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { done } from '#app/loans/http/done'
import { orProblem } from '#app/loans/http/or_problem'
import { payableAccount, provenMovement } from '#app/loans/http/payable_account'
import { askPayment, previewPayment, type WantedPayment } from '#app/loans/payments/ask_payment'
import { cancelPayment, orderAgain } from '#app/loans/payments/repeat_payment'
import { previewProps } from '#app/loans/queries/preview_payment'
import { provingMovements } from '#app/loans/queries/proving_movements'
import { findOwnLoan, findPayment } from '#app/loans/scoped'
import { readLoan } from '#app/loans/terms/loan'
import { paymentValidator } from '#app/loans/validators/loan_validator'

/** Payments of a loan by its borrower. */
export default class LoanPaymentsController {
  async store(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(paymentValidator)
    const { orderNumber } = await askPayment(
      id,
      {
        split: splitOf(given),
        payOn: given.pay_on as CalendarDate,
        accountId: await payableAccount(ctx, given.account_id),
        paid: await provenMovement(ctx, given),
      },
      actorOf(ctx)
    )
    return done(
      ctx,
      orderNumber === null ? 'Pago registrado y conciliado.' : `Pago ${orderNumber} creado, en borrador.`
    )
  }

  /** What a payment would be spread over, while somebody types it. */
  async create(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(paymentValidator)
    const loan = await readLoan(id)
    const wanted = { split: splitOf(given), payOn: given.pay_on as CalendarDate }
    const preview = async () => previewProps(loan, await previewPayment(loan, wanted))
    return ctx.response.json(await orProblem(preview))
  }

  /** An order again, for one whose order was cancelled. */
  async update(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const paymentId = await findPayment(id, Number(ctx.params.payment))
    const { number } = await orderAgain(paymentId, actorOf(ctx))
    return done(ctx, `Pago ${number} creado, en borrador.`)
  }

  async destroy(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const paymentId = await findPayment(id, Number(ctx.params.payment))
    await cancelPayment(paymentId, actorOf(ctx))
    return done(ctx, 'Pago del préstamo anulado.')
  }

  /** Charges of the borrower’s banks that could be the payment. */
  async index(ctx: HttpContext) {
    const { borrowerSiteId, currency } = await readLoan(await findOwnLoan(ctx))
    const denied = await deniedAccounts(requireSignedIn(ctx).user.id, 'view')
    const found = await provingMovements(
      { siteId: borrowerSiteId, currency },
      { text: searchText(ctx), deniedAccountIds: denied }
    )
    return ctx.response.json({
      data: found.map(({ id, bookedOn, amountMinor, rawText, account }) => ({
        value: String(id),
        label: `${formatDay(bookedOn)} · ${formatAmount(amountMinor, currency)} · ${rawText.slice(0, 60)}`,
        hint: account,
      })),
    })
  }
}

function splitOf(given: Infer<typeof paymentValidator>): WantedPayment['split'] {
  if (given.split === 'auto') return { amountMinor: given.amount ?? 0 }
  return {
    principalMinor: given.principal ?? 0,
    interestMinor: given.interest ?? 0,
    feeMinor: given.fee ?? 0,
  }
}
