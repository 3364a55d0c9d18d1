import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { reviseRate } from '#app/loans/actions/revise_rate'
import { done } from '#app/loans/http/done'
import { findOwnLoan } from '#app/loans/scoped'
import { revisionValidator } from '#app/loans/validators/loan_validator'

/** «Revisar el tipo». */
export default class RateRevisionsController {
  async store(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(revisionValidator)
    await reviseRate(
      id,
      { fromOn: given.from_on as CalendarDate, rate: given.rate, source: given.source },
      actorOf(ctx)
    )
    return done(ctx, 'Tipo revisado: las cuotas pendientes tienen una versión nueva.')
  }
}
