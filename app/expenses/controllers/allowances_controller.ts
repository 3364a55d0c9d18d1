import type { HttpContext } from '@adonisjs/core/http'
import { saveLegalLimit, savePerDiem } from '#app/expenses/actions/save_allowances'
import { legalLimitValidator, perDiemValidator } from '#app/expenses/validators/expense_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, scopeOf } from '#app/identity/http/scope'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** What a day of a journey is paid with, and what of it the law leaves free of income tax; from a day on. */
export default class AllowancesController {
  /** Of the house; for the whole group only by who works with all its companies. */
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(perDiemValidator)
    if (given.site_id) await assertCompany(ctx, given.site_id)
    else if (scopeOf(ctx) !== 'all') throw new NotFound()
    await savePerDiem(
      {
        siteId: given.site_id ?? null,
        kind: given.kind,
        validFrom: given.valid_from as CalendarDate,
        amountMinor: positive(given.amount),
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Importe de la dieta guardado.')
    return ctx.response.redirect().withQs().back()
  }

  /** Of law: everybody's. */
  async update(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(legalLimitValidator)
    if (scopeOf(ctx) !== 'all') throw new NotFound()
    await saveLegalLimit(
      {
        kind: given.kind,
        validFrom: given.valid_from as CalendarDate,
        amountMinor: positive(given.amount),
        source: given.source,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Límite exento guardado.')
    return ctx.response.redirect().withQs().back()
  }
}

function positive(minor: number): number {
  if (minor > 0) return minor
  throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field: 'amount' })
}
