import type { HttpContext } from '@adonisjs/core/http'
import { viewerOf } from '#app/accounts/viewer'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { deferredWidgets } from '#app/reports/dashboard_blocks'
import { layoutFor, savedSites } from '#app/reports/dashboard_layout'
import { findLayout } from '#app/reports/queries/dashboard_layouts'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { accountBalances, dashboardFigures, nextDue } from '#app/reports/queries/waiting_for_me'
import { chosenSites } from '#app/reports/summary_request'

/** The start page: what waits for whom, what falls due, what there is. */
export default class DashboardController {
  async index(ctx: HttpContext) {
    const { user, siteIds: scope } = requireSignedIn(ctx)
    const saved = await findLayout(user.id)
    const isAsked = (ctx.request.qs() as Record<string, unknown>).site_ids !== undefined
    const siteIds = isAsked ? chosenSites(ctx) : savedSites(scope, saved)
    const viewer = viewerOf({ user, siteIds })
    // Invoices of no company yet are in the lists that are not narrowed to some.
    const seesInbox = user.sharedInbox && siteIds === scope
    const [figures, waiting, due, accounts] = await Promise.all([
      dashboardFigures(viewer, seesInbox),
      waitingForApproval(user, siteIds),
      nextDue(siteIds),
      accountBalances(viewer),
    ])
    const euro = (minor: number) => ({ minor, currency: 'EUR' })
    return ctx.inertia.render('reports/dashboard/index', {
      figures: {
        ...figures,
        overdueMinor: euro(figures.overdueMinor),
        dueWeekMinor: euro(figures.dueWeekMinor),
        cashMinor: euro(figures.cashMinor),
      },
      waiting: waiting.map(({ amountMinor, currency, lateHours, ...item }) => ({
        ...item,
        late_hours: lateHours,
        amount: amountMinor === null || currency === null ? null : { minor: amountMinor, currency },
      })),
      due: due.map(({ pendingMinor, currency, ...item }) => ({
        ...item,
        pending: { minor: pendingMinor, currency },
      })),
      accounts: accounts.map(({ balanceMinor, availableMinor, currency, ...account }) => ({
        ...account,
        balance: { minor: balanceMinor, currency },
        available: { minor: availableMinor, currency },
      })),
      layout: layoutFor(user.role, saved),
      site_ids: siteIds === 'all' || siteIds === scope ? [] : siteIds,
      ...deferredWidgets(ctx, viewer, seesInbox),
    })
  }
}
