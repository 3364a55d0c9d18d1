import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, limitToScope } from '#app/identity/http/scope'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { counted } from '#app/kernel/text/counted'
import { optionsOf } from '#app/kernel/text/labels'
import { type CalendarDate, isCalendarDate, startOfMonth } from '#app/kernel/time/calendar_date'
import { FEEDS } from '#app/rebilling/keys/feed_key'
import { keysList, listKeyNames, OF_MONTH } from '#app/rebilling/keys/list_keys'
import { removeKey, saveKeys } from '#app/rebilling/keys/save_key'
import { findScopedKey } from '#app/rebilling/scoped'
import { keyValuesValidator } from '#app/rebilling/validators/rebilling_validator'

/** Claves de reparto: what costs are shared out by, month by month. */
export default class AllocationKeysController {
  async index(ctx: HttpContext) {
    const request = listRequest(ctx, keysList.definition)
    const { month } = ctx.request.qs() as Record<string, unknown>
    const names = await listKeyNames()
    const filters = new QueryFilters(ctx).keys('site_ids', 'k.site_id').oneOf(
      'name',
      'k.name',
      names.map(({ value }) => value)
    )
    if (typeof month === 'string' && isCalendarDate(month))
      filters.add(OF_MONTH, { month: startOfMonth(month) })
    limitToScope(ctx, 'k.site_id', filters.filter)
    if (await exportDeclared(ctx, keysList, { request, filter: filters.filter })) return
    return ctx.inertia.render('rebilling/keys/index', {
      keys: await listOf(keysList, request, filters.filter),
      names,
      feeds: optionsOf(FEEDS),
    })
  }

  async store(ctx: HttpContext) {
    const { name, month, values: given } = await ctx.request.validateUsing(keyValuesValidator)
    const values = given.flatMap(({ site_id, value }) => (value === null ? [] : [{ site_id, value }]))
    for (const { site_id: siteId } of values) await assertCompany(ctx, siteId)
    const saved = await saveKeys(
      values.map(({ site_id: siteId, value }) => ({
        name,
        month: startOfMonth(month as CalendarDate),
        siteId,
        value,
      })),
      actorOf(ctx)
    )
    ctx.session.flash('success', `${counted(saved, 'valor guardado', 'valores guardados')}.`)
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const id = await findScopedKey(ctx)
    await removeKey(id, actorOf(ctx))
    ctx.session.flash('success', 'Valor quitado.')
    return ctx.response.redirect().withQs().back()
  }
}
