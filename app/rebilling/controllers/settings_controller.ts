import type { HttpContext } from '@adonisjs/core/http'
import { listEvents } from '#app/audit/list_events'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, limitToScope } from '#app/identity/http/scope'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { findScopedSetting } from '#app/rebilling/scoped'
import { BY_STATE, SETTING_WORDS, settingsList } from '#app/rebilling/settings/list_settings'
import { createSetting, switchSetting, updateSetting } from '#app/rebilling/settings/save_setting'
import { type GivenSetting, settingInput } from '#app/rebilling/settings/setting_form'
import { settingChoices, showSetting } from '#app/rebilling/settings/setting_page'
import { createSettingValidator, updateSettingValidator } from '#app/rebilling/validators/rebilling_validator'

const HOME = '/configuracion-refacturacion'

/** Configuración: the rules by which costs are charged on. */
export default class SettingsController {
  async index(ctx: HttpContext) {
    const request = listRequest(ctx, settingsList.definition)
    const filters = new QueryFilters(ctx)
      .words(searchText(ctx), SETTING_WORDS)
      .keys('site_ids', 's.origin_site_id')
      .oneOf('treatment', 's.treatment', ['invoice', 'suplido', 'debit_note'])
      .oneOf('frequency', 's.frequency', ['per_document', 'monthly', 'quarterly'])
    const { active } = ctx.request.qs() as Record<string, unknown>
    if (active === 'yes' || active === 'no') filters.add(BY_STATE[active])
    limitToScope(ctx, 's.origin_site_id', filters.filter)
    if (await exportDeclared(ctx, settingsList, { request, filter: filters.filter })) return
    return ctx.inertia.render('rebilling/settings/index', {
      settings: await listOf(settingsList, request, filters.filter),
    })
  }

  async create(ctx: HttpContext) {
    return ctx.inertia.render('rebilling/settings/create', { choices: await settingChoices() })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createSettingValidator)
    await assertCompanies(ctx, given)
    const id = await createSetting(settingInput(given), actorOf(ctx))
    ctx.session.flash('success', `Regla «${given.name}» creada.`)
    return ctx.response.redirect().toPath(`${HOME}/${id}/edit`)
  }

  async edit(ctx: HttpContext) {
    const { id } = await findScopedSetting(ctx)
    const setting = await showSetting(id)
    if (!setting) throw new NotFound()
    return ctx.inertia.render('rebilling/settings/edit', {
      setting,
      choices: await settingChoices(),
      events: await listEvents('rebilling_setting', id),
    })
  }

  async update(ctx: HttpContext) {
    const { id } = await findScopedSetting(ctx)
    const { lock_version: lockVersion, ...given } = await ctx.request.validateUsing(updateSettingValidator)
    await assertCompanies(ctx, given)
    await updateSetting(id, { ...settingInput(given), lockVersion }, actorOf(ctx))
    ctx.session.flash('success', 'Regla guardada. Vale para lo que aún no se ha propuesto.')
    return ctx.response.redirect().withQs().back()
  }

  /** Switches a rule on. */
  async activate(ctx: HttpContext) {
    const { id } = await findScopedSetting(ctx)
    await switchSetting(id, true, actorOf(ctx))
    ctx.session.flash('success', 'Regla activada.')
    return ctx.response.redirect().withQs().back()
  }

  /** Switches a rule off: it proposes nothing any more. */
  async destroy(ctx: HttpContext) {
    const { id } = await findScopedSetting(ctx)
    await switchSetting(id, false, actorOf(ctx))
    ctx.session.flash('success', 'Regla desactivada: ya no propone nada.')
    return ctx.response.redirect().withQs().back()
  }
}

/** Who writes a rule works with every company of it. */
export async function assertCompanies(
  ctx: HttpContext,
  { origin_site_id: origin, targets }: Pick<GivenSetting, 'origin_site_id' | 'targets'>
): Promise<void> {
  for (const siteId of new Set([origin, ...targets.map(({ site_id: id }) => id)]))
    await assertCompany(ctx, siteId)
}
