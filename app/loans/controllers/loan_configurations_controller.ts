import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { actorOf } from '#app/identity/http/request_origin'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { configureLoan } from '#app/loans/actions/configure_loan'
import { done } from '#app/loans/http/done'
import { orProblem } from '#app/loans/http/or_problem'
import { previewSchedule } from '#app/loans/queries/preview_schedule'
import { findOwnLoan } from '#app/loans/scoped'
import type { Configuration } from '#app/loans/terms/check_terms'
import { readLoan } from '#app/loans/terms/loan'
import { configurationValidator } from '#app/loans/validators/loan_validator'

/** The terms of a draft, and what its schedule would be while somebody types them. */
export default class LoanConfigurationsController {
  async update(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(configurationValidator)
    await configureLoan(id, { ...configurationOf(given), lockVersion: given.lock_version }, actorOf(ctx))
    return done(ctx, 'Condiciones guardadas.')
  }

  /** The schedule of what is typed; what is wrong with it comes at its field. */
  async store(ctx: HttpContext) {
    const id = await findOwnLoan(ctx)
    const given = await ctx.request.validateUsing(configurationValidator)
    const loan = await readLoan(id)
    return ctx.response.json(await orProblem(() => previewSchedule(loan, configurationOf(given))))
  }
}

type Given = Infer<typeof configurationValidator>

const configurationOf = (given: Given): Configuration => ({
  principalMinor: given.principal ?? null,
  method: given.method ?? null,
  rateType: given.rate_type,
  rate: given.rate,
  rateIndex: given.rate_index ? given.rate_index : null,
  spread: given.spread ?? null,
  dayCount: given.day_count,
  periodicity: given.periodicity,
  startOn: given.start_on as CalendarDate,
  firstPaymentOn: (given.first_payment_on ?? null) as CalendarDate | null,
  periods: given.periods ?? null,
  maturityOn: (given.maturity_on ?? null) as CalendarDate | null,
  gracePeriods: given.grace_periods ?? 0,
  custom:
    given.method === 'custom'
      ? (given.custom ?? []).map((row) => ({
          dueOn: row.due_on as CalendarDate,
          principalMinor: row.principal,
        }))
      : null,
  capitalise: given.capitalise ?? false,
  withholdingRate: given.withholding_rate ?? '0',
  feeMinor: given.fee ?? 0,
  loadedOn: (given.loaded_on ?? null) as CalendarDate | null,
  loadedMinor: given.loaded_amount ?? null,
})
