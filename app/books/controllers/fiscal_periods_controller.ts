import type { HttpContext } from '@adonisjs/core/http'
import { canKeepBooks, viewerOf } from '#app/accounts/viewer'
import { findFiscalYear } from '#app/books/queries/find_fiscal_year'
import { periodsPage } from '#app/books/queries/periods_page'
import { scopedCompanies } from '#app/books/scoped'
import { periodReasonValidator } from '#app/books/validators/book_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { listSitesInScope } from '#app/identity/queries/list_sites_in_scope'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'
import { calendarDate, isPlausibleDay } from '#app/kernel/time/calendar_date'
import { lockMonth, unlockMonth } from '#app/ledger/actions/lock_month'
import { moveFiscalYear } from '#app/ledger/actions/move_fiscal_year'
import { lastBookCheck } from '#app/ledger/queries/last_book_check'
import { type FiscalYearTransition, fiscalYearWorkflow } from '#app/ledger/workflows/fiscal_year_workflow'

/** What is said of a year after each step. */
const DONE: Record<FiscalYearTransition, string> = {
  soft_close: 'en cierre provisional',
  reopen: 'abierto de nuevo',
  close: 'cerrado: regularización, cierre y apertura contabilizados',
  undo_close: 'reabierto: sus asientos de cierre están anulados',
}

/** Períodos: locks of months, and the closing and reopening of years (area 00 §5). */
export default class FiscalPeriodsController {
  async index(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const sites = await listSitesInScope(siteIds)
    const chosen = scopedCompanies(ctx)
    const wanted =
      (chosen === 'all' ? undefined : sites.find(({ id }) => chosen.includes(id))?.id) ?? sites[0]?.id ?? null
    return ctx.inertia.render('books/periods/index', {
      siteId: wanted,
      years: wanted === null ? [] : await periodsPage(wanted, user.role),
      bookCheck: await lastBookCheck(),
      canLock: canKeepBooks(user),
      canUnlock: user.role === 's1st3ma',
    })
  }

  async lock(ctx: HttpContext) {
    await lockMonth(await this.month(ctx))
    return this.done(ctx, 'Mes bloqueado.')
  }

  async unlock(ctx: HttpContext) {
    await unlockMonth(await this.month(ctx))
    return this.done(ctx, 'Mes desbloqueado.')
  }

  async move(ctx: HttpContext) {
    const year = await findFiscalYear(Number(ctx.params.year))
    if (!year) throw new NotFound()
    assertInScope(ctx, year.siteId)
    const transition = String(ctx.params.transition) as FiscalYearTransition
    if (!Object.hasOwn(fiscalYearWorkflow.transitions, transition)) throw new NotFound()
    const { role } = viewerOf(requireSignedIn(ctx))
    if (!fiscalYearWorkflow.transitions[transition].roles.some((allowed) => allowed === role))
      throw new AccessDenied()
    const { reason } = await ctx.request.validateUsing(periodReasonValidator)
    await moveFiscalYear(year.id, transition, reason ?? null, actorOf(ctx))
    return this.done(ctx, `Ejercicio ${year.code} ${DONE[transition]}.`)
  }

  /** The month of the route, `202603`. */
  private async month(ctx: HttpContext) {
    const siteId = Number(ctx.params.site)
    await assertCompany(ctx, siteId)
    const [, year, month] = /^(\d{4})(\d{2})$/.exec(String(ctx.params.month)) ?? []
    const day = `${year}-${month}-01`
    if (!isPlausibleDay(day)) throw new NotFound()
    const { reason } = await ctx.request.validateUsing(periodReasonValidator)
    return { siteId, month: calendarDate(day), reason: reason ?? null, actor: actorOf(ctx) }
  }

  private done(ctx: HttpContext, message: string) {
    ctx.session.flash('success', message)
    return ctx.response.redirect().withQs().back()
  }
}
