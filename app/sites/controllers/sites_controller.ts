import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type ListRequest, listKeys } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { createSite } from '#app/sites/actions/create_site'
import { updateSite } from '#app/sites/actions/update_site'
import { tellChanged } from '#app/sites/http/tell_changed'
import { siteFigures } from '#app/sites/ports'
import {
  GROUP_STATES,
  gapsBySite,
  hasSites,
  listSites,
  SITE_WORDS,
  sitesListFor,
} from '#app/sites/queries/list_sites'
import { listCurrencyOptions, sitePage, siteTab } from '#app/sites/queries/site_page'
import { scopedSite } from '#app/sites/scoped'
import { siteChanges } from '#app/sites/site_changes'
import { SITE_KINDS, TERRITORIES } from '#app/sites/site_labels'
import { newSiteValidator, siteValidator } from '#app/sites/validators/site_validator'
import { siteWorkflow } from '#app/sites/workflows/site_workflow'

const EXPORTED_SITES_MAX = 1000

export default class SitesController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const filter = indexFilter(ctx)
    const { definition } = sitesListFor(user.role, { gaps: new Map(), figures: {} })
    const request = listRequest(ctx, definition)
    if (await this.export(ctx, request)) return
    const sites = await listSites(request, filter, user.role)
    return ctx.inertia.render('sites/sites/index', {
      sites,
      isFirst: sites.total === 0 && !(await hasSites()),
      figures: ctx.inertia.defer(() =>
        siteFigures.one()(
          sites.rows.map(({ id }) => id),
          user.id
        )
      ),
      kinds: optionsOf(SITE_KINDS),
      territories: optionsOf(TERRITORIES),
      states: Object.entries(siteWorkflow.states).map(([value, { label }]) => ({ value, label })),
      currencies: await listCurrencyOptions(),
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(newSiteValidator)
    const id = await createSite(
      {
        code: given.code,
        legalName: given.legal_name,
        taxId: given.tax_id,
        kind: given.kind,
        territory: given.territory,
        baseCurrency: given.base_currency ?? 'EUR',
        fiscalYearStartMonth: given.fiscal_year_start_month,
        startedOn: calendarDate(given.started_on),
        plan: given.plan,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Empresa ${given.legal_name} creada en borrador.`)
    const { user, siteIds } = requireSignedIn(ctx)
    // A proposer whose companies are limited does not see the new one until they are given it.
    const isSeen = siteIds === 'all' || siteIds.includes(id) || user.allSites
    return isSeen ? ctx.response.redirect(`/sites/${id}/edit`) : ctx.response.redirect('/sites')
  }

  async edit(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const tab = siteTab((ctx.request.qs() as Record<string, unknown>).tab)
    const token = ctx.session.pull(`public_token_${site.id}`) as string | undefined
    return ctx.inertia.render('sites/sites/edit', {
      ...(await sitePage({ site, viewer: requireSignedIn(ctx).user, tab })),
      publicLinks: token ? publicLinks(new URL(ctx.request.completeUrl()).origin, token) : null,
    })
  }

  async update(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const given = await ctx.request.validateUsing(siteValidator)
    const changed = await updateSite(
      {
        siteId: site.id,
        changes: siteChanges(given),
        lockVersion: given.lock_version,
        reason: given.reason ?? null,
      },
      actorOf(ctx)
    )
    tellChanged(ctx, changed, 'Cambios guardados.')
    return ctx.response.redirect().withQs().back()
  }

  private async export(ctx: HttpContext, request: ListRequest) {
    if (!(ctx.request.qs() as Record<string, unknown>).export) return null
    const { user } = requireSignedIn(ctx)
    const filter = indexFilter(ctx)
    const { definition } = sitesListFor(user.role, { gaps: new Map(), figures: {} })
    const keys = await listKeys(definition, request, filter, EXPORTED_SITES_MAX)
    const [gaps, figures] = await Promise.all([gapsBySite(keys), siteFigures.one()(keys, user.id)])
    return exportDeclared(ctx, sitesListFor(user.role, { gaps, figures }), { request, filter })
  }
}

function indexFilter(ctx: HttpContext) {
  const filters = new QueryFilters(ctx)
  limitToScope(ctx, 's.id', filters.filter)
  const group = GROUP_STATES[String((ctx.request.qs() as Record<string, unknown>).group)]
  if (group) filters.add(group)
  return filters
    .words(searchText(ctx), SITE_WORDS)
    .oneOf('status', 's.status', Object.keys(siteWorkflow.states))
    .oneOf('territory', 's.territory', Object.keys(TERRITORIES)).filter
}

/** The public forms that take the company's token. */
const publicLinks = (origin: string, token: string) => ({
  invoices: `${origin}/registrar-factura?empresa=${token}`,
  expenseNotes: `${origin}/nota-de-gastos?empresa=${token}`,
})
