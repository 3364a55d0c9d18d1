import type { HttpContext } from '@adonisjs/core/http'
import { viewerOf } from '#app/accounts/viewer'
import { integrationAlerts } from '#app/banking/queries/integration_alerts'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { CONFIRMING } from '#app/identity/queries/authority_changes'
import { C, type Role, S, SC } from '#app/identity/roles'
import { listTurnedDown } from '#app/invoices/queries/page/show_turned_down'
import { issuingAlerts } from '#app/issuing/queries/issuing_alerts'
import { rebillingAlerts } from '#app/rebilling/charges/rebilling_alerts'
import { deferredWidgets } from '#app/reports/dashboard_blocks'
import { layoutFor, savedSites } from '#app/reports/dashboard_layout'
import { findLayout } from '#app/reports/queries/dashboard_layouts'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { accountBalances, dashboardFigures, nextDue } from '#app/reports/queries/waiting_for_me'
import { chosenSites } from '#app/reports/summary_request'
import { countLoosened } from '#app/sites/second_person/list_changes'
import { countPowerChanges } from '#app/sites/second_person/list_power_changes'

/** How long the start page tells of a control that was loosened and of who may do more. */
const LOOSENED_DAYS = 7

/** Who reviews invoices, and answers for those that come back. */
const REVIEWERS: readonly Role[] = [S, SC, C]

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
    const [figures, waiting, due, accounts, returned, integrations, loosened, powers] = await Promise.all([
      dashboardFigures(viewer, seesInbox),
      waitingForApproval(user, siteIds),
      nextDue(siteIds),
      accountBalances(viewer),
      REVIEWERS.includes(user.role) ? listTurnedDown(siteIds, seesInbox) : [],
      Promise.all([issuingAlerts(viewer), rebillingAlerts(viewer), integrationAlerts(viewer)]),
      CONFIRMING.includes(user.role) ? countLoosened({ id: user.id, siteIds: scope }, LOOSENED_DAYS) : 0,
      CONFIRMING.includes(user.role) ? countPowerChanges({ id: user.id, siteIds: scope }, LOOSENED_DAYS) : 0,
    ])
    const euro = (minor: number) => ({ minor, currency: 'EUR' })
    return ctx.inertia.render('reports/dashboard/index', {
      figures: {
        ...figures,
        overdueMinor: euro(figures.overdueMinor),
        dueWeekMinor: euro(figures.dueWeekMinor),
        cashMinor: euro(figures.cashMinor),
      },
      returned,
      integrations: integrations.flat(),
      waiting: waiting.map(({ amountMinor, currency, lateHours, ...item }) => ({
        ...item,
        lateHours,
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
      loosened,
      powers,
      layout: layoutFor(user.role, saved),
      siteIds: siteIds === 'all' || siteIds === scope ? [] : siteIds,
      ...deferredWidgets(ctx, viewer, seesInbox),
    })
  }
}
