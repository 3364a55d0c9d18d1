import type { HttpContext } from '@adonisjs/core/http'
import { assertCompany } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { saveDashboardLayout } from '#app/reports/actions/save_dashboard_layout'
import { dashboardLayoutValidator } from '#app/reports/validators/dashboard_layout_validator'

/** How somebody arranges their start page: order, what is hidden, which companies. */
export default class DashboardLayoutsController {
  async update(ctx: HttpContext) {
    const changes = await ctx.request.validateUsing(dashboardLayoutValidator)
    for (const siteId of changes.site_ids ?? []) await assertCompany(ctx, siteId)
    await saveDashboardLayout(requireSignedIn(ctx).user.id, changes)
    return ctx.response.redirect('/')
  }
}
