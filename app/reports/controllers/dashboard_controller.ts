import type { HttpContext } from '@adonisjs/core/http'
import { viewerOf } from '#app/accounts/viewer'
import { integrationAlerts } from '#app/banking/queries/integration_alerts'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type User from '#app/identity/models/user'
import { CONFIRMING } from '#app/identity/queries/authority_changes'
import { C, type Role, S, SC } from '#app/identity/roles'
import { listTurnedDown } from '#app/invoices/queries/page/show_turned_down'
import { issuingAlerts } from '#app/issuing/queries/issuing_alerts'
import { rebillingAlerts } from '#app/rebilling/charges/rebilling_alerts'
import { deferredWidgets } from '#app/reports/dashboard_blocks'
import { layoutFor, savedSites } from '#app/reports/dashboard_layout'
import { findLayout } from '#app/reports/queries/dashboard_layouts'
import { type WaitingItem, waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { accountBalances, dashboardFigures, nextDue } from '#app/reports/queries/waiting_for_me'
import { chosenSites } from '#app/reports/summary_request'
import { countLoosened } from '#app/sites/second_person/list_changes'
import { countPowerChanges } from '#app/sites/second_person/list_power_changes'

/** How long the start page tells of a control that was loosened and of who may do more. */
const LOOSENED_DAYS = 7

/** What waits for somebody: so many at first, and when they ask for all. */
const WAITING_FIRST = 12
const WAITING_MAX = 500

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
    // Each is asked only where it is wanted: the blocks that come later want none of them.
    return ctx.inertia.render('reports/dashboard/index', {
      figures: async () => figuresInEuros(await dashboardFigures(viewer, seesInbox)),
      returned: () => (REVIEWERS.includes(user.role) ? listTurnedDown(siteIds, seesInbox) : []),
      integrations: async () =>
        (
          await Promise.all([issuingAlerts(viewer), rebillingAlerts(viewer), integrationAlerts(viewer)])
        ).flat(),
      waiting: () => shownWaiting(user, siteIds, ctx.request.input('waiting') === 'all'),
      due: async () => (await nextDue(siteIds)).map(withPending),
      accounts: async () => (await accountBalances(viewer)).map(withBalances),
      loosened: () =>
        CONFIRMING.includes(user.role) ? countLoosened({ id: user.id, siteIds: scope }, LOOSENED_DAYS) : 0,
      powers: () =>
        CONFIRMING.includes(user.role)
          ? countPowerChanges({ id: user.id, siteIds: scope }, LOOSENED_DAYS)
          : 0,
      layout: layoutFor(user.role, saved),
      siteIds: siteIds === 'all' || siteIds === scope ? [] : siteIds,
      ...deferredWidgets(ctx, viewer, seesInbox),
    })
  }
}

/** The first of what waits for somebody and whether there is more, or so many that nobody has more. */
async function shownWaiting(user: User, siteIds: number[] | 'all', isEverything: boolean) {
  const itemsMax = isEverything ? WAITING_MAX : WAITING_FIRST
  const found = await waitingForApproval(user, siteIds, { itemsMax: itemsMax + 1 })
  return { items: found.slice(0, itemsMax).map(withAmount), isCut: found.length > itemsMax }
}

type Found<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>

const euro = (minor: number) => ({ minor, currency: 'EUR' })

const figuresInEuros = (figures: Found<typeof dashboardFigures>) => ({
  ...figures,
  overdueMinor: euro(figures.overdueMinor),
  dueWeekMinor: euro(figures.dueWeekMinor),
  cashMinor: euro(figures.cashMinor),
})

const withAmount = ({ amountMinor, currency, ...item }: WaitingItem) => ({
  ...item,
  amount: amountMinor === null || currency === null ? null : { minor: amountMinor, currency },
})

const withPending = ({ pendingMinor, currency, ...item }: Found<typeof nextDue>[number]) => ({
  ...item,
  pending: { minor: pendingMinor, currency },
})

const withBalances = ({
  balanceMinor,
  availableMinor,
  currency,
  ...account
}: Found<typeof accountBalances>[number]) => ({
  ...account,
  balance: { minor: balanceMinor, currency },
  available: { minor: availableMinor, currency },
})
