import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { NotFound } from '#app/kernel/http/access_denied'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { takeBalance } from '#app/loans/debts/take_balance'
import { done } from '#app/loans/http/done'
import { findScopedPair, isPairOwn } from '#app/loans/scoped'
import { debtValidator } from '#app/loans/validators/loan_validator'

/** «Registrar como préstamo» of what two companies owe each other: in the books of both, by who works with both. */
export default class TakenDebtsController {
  async store(ctx: HttpContext) {
    const pair = await findScopedPair(ctx)
    if (!isPairOwn(ctx, pair)) throw new NotFound()
    const given = await ctx.request.validateUsing(debtValidator)
    const number = await takeBalance({
      pair,
      loanId: given.loan_id,
      amountMinor: given.amount,
      valueOn: given.value_on as CalendarDate,
      actor: actorOf(ctx),
    })
    return done(ctx, `${formatAmount(given.amount, 'EUR')} registrados en el préstamo ${number}.`)
  }
}
