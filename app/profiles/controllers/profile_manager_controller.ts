import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { exportDeclared, sendRows } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { changeProfiles } from '#app/profiles/actions/change_profiles'
import { createProfile } from '#app/profiles/actions/save_profile'
import { conceptOf } from '#app/profiles/controllers/provider_profiles_controller'
import { canWriteGlobal, formOptions, profileInput } from '#app/profiles/http/profile_form'
import { COLUMNS, type FileRow, rowsOf } from '#app/profiles/profile_file'
import { filedProfiles } from '#app/profiles/queries/filed_profiles'
import { ownCompanies, PROFILE_TABS, PROFILE_WORDS, profilesList } from '#app/profiles/queries/list_profiles'
import { profileConflicts, unmatchedConcepts } from '#app/profiles/queries/unmatched'
import { bulkValidator, profileValidator } from '#app/profiles/validators/profile_validator'
import { listCategories } from '#app/sites/queries/list_categories'

/** All profiles of all suppliers and of the group. */
export default class ProfileManagerController {
  async index(ctx: HttpContext) {
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'all')
    const own = ownCompanies(scopeOf(ctx))
    const filters = new QueryFilters(ctx)
      .add(own.condition, own.bindings)
      .keys('category_id', 'p.category_id')
      .keys('provider_id', 'p.provider_id')
      .words(searchText(ctx), PROFILE_WORDS)
    const condition = PROFILE_TABS[tab]
    if (condition) filters.add(condition)
    const asked = { request: listRequest(ctx, profilesList.definition), filter: filters.filter }
    if (await exportDeclared(ctx, profilesList, asked)) return
    return ctx.inertia.render('providers/profile_manager/index', {
      profiles: await listOf(profilesList, asked.request, asked.filter),
      categories: await listCategories(),
      part: tab === 'conflicts' || tab === 'unmatched' ? tab : 'list',
      conflicts: tab === 'conflicts' ? await profileConflicts(scopeOf(ctx)) : [],
      unmatched: tab === 'unmatched' ? (await unmatchedConcepts(scopeOf(ctx))).map(shownGroup) : [],
      canManage: canWriteGlobal(ctx),
    })
  }

  async create(ctx: HttpContext) {
    return ctx.inertia.render('providers/profiles/create', {
      provider: null,
      concept: conceptOf(ctx),
      ...(await formOptions(ctx)),
    })
  }

  async store(ctx: HttpContext) {
    const sent = await ctx.request.validateUsing(profileValidator)
    const id = await createProfile(
      profileInput(sent, { providerId: null, scope: scopeOf(ctx) }),
      actorOf(ctx)
    )
    ctx.session.flash('success', `Perfil «${sent.name}» creado.`)
    return ctx.response.redirect(`/providers/profiles/${id}`)
  }

  /** Many at once: on, off, or another priority. */
  async change(ctx: HttpContext) {
    const { ids, active, priority } = await ctx.request.validateUsing(bulkValidator)
    const count = await changeProfiles(
      { ids, scope: scopeOf(ctx), withGlobal: canWriteGlobal(ctx) },
      { ...(active === undefined ? {} : { active }), ...(priority === undefined ? {} : { priority }) },
      actorOf(ctx)
    )
    ctx.session.flash('success', count === 1 ? '1 perfil cambiado.' : `${count} perfiles cambiados.`)
    return ctx.response.redirect().withQs().back()
  }

  /** All of them with their keywords, to be kept or taken elsewhere: `?format=json` or a sheet. */
  async download(ctx: HttpContext) {
    const profiles = await filedProfiles(scopeOf(ctx))
    if ((ctx.request.qs() as Record<string, unknown>).format === 'json') {
      ctx.response.header('content-disposition', attachmentHeader('perfiles-de-gasto.json'))
      ctx.response.header('cache-control', 'private, no-store')
      return ctx.response.type('application/json').send(JSON.stringify({ profiles }, null, 1))
    }
    await sendRows<FileRow>(ctx, {
      name: 'palabras-clave',
      format: 'xlsx',
      rows: rowsOf(profiles),
      columns: COLUMNS.map((header) => ({ header, value: (row) => row[header] })),
    })
  }
}

const shownGroup = ({ amountMinor, ...group }: Awaited<ReturnType<typeof unmatchedConcepts>>[number]) => ({
  ...group,
  amount: { minor: amountMinor, currency: 'EUR' },
})
