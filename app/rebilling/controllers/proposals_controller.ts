import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { type CalendarDate, endOfMonth } from '#app/kernel/time/calendar_date'
import { requestProposals } from '#app/rebilling/proposals/request_proposals'
import { findScopedSetting } from '#app/rebilling/scoped'
import { computeValidator, recalculationValidator } from '#app/rebilling/validators/rebilling_validator'

const BEGUN = 'Calculando las propuestas: el resultado aparecerá en la barra superior.'

/** «Calcular» and «Recalcular propuestas»: worked out in the background. */
export default class ProposalsController {
  async store(ctx: HttpContext) {
    const { until, setting_ids: settingIds = null } = await ctx.request.validateUsing(computeValidator)
    await requestProposals(
      {
        siteIds: scopeOf(ctx),
        settingIds,
        until: endOfMonth(until as CalendarDate),
        recalculates: null,
      },
      actorOf(ctx)
    )
    ctx.session.flash('info', BEGUN)
    return ctx.response.redirect().withQs().back()
  }

  async update(ctx: HttpContext) {
    const { id, siteId } = await findScopedSetting(ctx)
    const { until } = await ctx.request.validateUsing(recalculationValidator)
    await requestProposals(
      { siteIds: [siteId], settingIds: [id], until: endOfMonth(until as CalendarDate), recalculates: id },
      actorOf(ctx)
    )
    ctx.session.flash('info', BEGUN)
    return ctx.response.redirect().withQs().back()
  }
}
