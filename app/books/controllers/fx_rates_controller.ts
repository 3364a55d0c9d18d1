import type { HttpContext } from '@adonisjs/core/http'
import { listCurrencies } from '#app/accounts/queries/list_currencies'
import { canKeepBooks } from '#app/accounts/viewer'
import { fxRatesList } from '#app/books/queries/list_fx_rates'
import { fxRateValidator, revaluationValidator } from '#app/books/validators/book_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { listRequest } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { saveManualRate } from '#app/ledger/actions/keep_rates'
import { revalueAccounts } from '#app/ledger/actions/revalue_accounts'
import { requestRates } from '#app/ledger/jobs/fetch_rates_job'

/** Tipos de cambio: the rates that entries in another currency are posted with (area 00 §1). */
export default class FxRatesController {
  async index(ctx: HttpContext) {
    const currencies = (await listCurrencies()).filter(({ value }) => value !== 'EUR')
    const filters = new QueryFilters(ctx)
      .oneOf(
        'currency',
        'r.currency',
        currencies.map(({ value }) => value)
      )
      .oneOf('source', 'r.source', ['ecb', 'manual'])
      .days('on', 'r.on_date')
    return ctx.inertia.render('books/fx_rates/index', {
      rates: await listOf(fxRatesList, listRequest(ctx, fxRatesList.definition), filters.filter),
      currencies,
      canChange: canKeepBooks(requireSignedIn(ctx).user),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(fxRateValidator)
    await saveManualRate(
      {
        currency: given.currency,
        onDate: calendarDate(given.on_date),
        rate: given.rate,
        isConfirmed: given.is_confirmed ?? false,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Tipo de cambio guardado.')
    return ctx.response.redirect().back()
  }

  async fetch(ctx: HttpContext) {
    await requestRates(requireSignedIn(ctx).user.id)
    ctx.session.flash('info', 'Pidiendo los tipos de cambio al Banco Central Europeo.')
    return ctx.response.redirect().back()
  }

  async revalue(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(revaluationValidator)
    await assertCompany(ctx, given.site_id)
    const entry = await revalueAccounts({
      siteId: given.site_id,
      on: calendarDate(given.on_date),
      actor: actorOf(ctx),
    })
    if (entry === null) {
      ctx.session.flash('info', 'No hay diferencias de cambio en esa fecha.')
      return ctx.response.redirect().back()
    }
    ctx.session.flash('success', `Diferencias de cambio registradas en el asiento ${entry.entryNo}.`)
    return ctx.response.redirect(`/accounts/journal/${entry.entryId}`)
  }
}
