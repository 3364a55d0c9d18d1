import type { HttpContext } from '@adonisjs/core/http'
import { viewerOf } from '#app/accounts/viewer'
import { requireSignedIn } from '#app/identity/http/signed_in'
import {
  accountBalances,
  dashboardFigures,
  nextDue,
  waitingForApproval,
} from '#app/reports/queries/waiting_for_me'

/** The start page: what waits for whom, what falls due, what there is. */
export default class DashboardController {
  async index(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const viewer = viewerOf({ user, siteIds })
    const [figures, waiting, due, accounts] = await Promise.all([
      dashboardFigures(viewer),
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
      waiting: waiting.map(({ amountMinor, currency, ...item }) => ({
        ...item,
        amount: { minor: amountMinor, currency },
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
    })
  }
}
