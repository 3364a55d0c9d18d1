import type { HttpContext } from '@adonisjs/core/http'
import { scopeFilter } from '#app/accounts/queries/account_scope'
import { viewerOf } from '#app/accounts/viewer'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { isCurrencyCode } from '#app/kernel/money/currency'
import { HELD, heldList, listHeld } from '#app/reports/queries/held_funds'
import { chosenSites } from '#app/reports/summary_request'

/** What is held back on the accounts: why less is available than the balance says. */
export default class HeldFundsController {
  async index(ctx: HttpContext) {
    const viewer = viewerOf({ ...requireSignedIn(ctx), siteIds: chosenSites(ctx) })
    const reader = requireSignedIn(ctx).user
    const { filter: accounts } = accountsAsked(ctx, viewer)
    const held = accountsAsked(ctx, viewer).add(HELD).filter
    const list = heldList(reader)
    const request = listRequest(ctx, list.definition)
    if (await exportDeclared(ctx, list, { request, filter: held })) return
    return ctx.inertia.render('reports/holds/index', {
      holds: await listHeld(request, held, accounts, reader),
    })
  }
}

/** The accounts that are asked about, of those the caller may see. */
function accountsAsked(ctx: HttpContext, viewer: Parameters<typeof scopeFilter>[0]): QueryFilters {
  const { where, bindings } = scopeFilter(viewer)
  return new QueryFilters(ctx)
    .add(where.join(' and '), bindings)
    .keys('site_ids', 'b.site_id')
    .keys('account_id', 'b.id')
    .value('currency', 'b.currency', isCurrencyCode)
}
