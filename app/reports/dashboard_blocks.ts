import type { HttpContext } from '@adonisjs/core/http'
import type { Viewer } from '#app/accounts/viewer'
import { A, C, type Role, S, SC } from '#app/identity/roles'
import { ageingWidget } from '#app/reports/queries/due_widgets'
import { forecastWidget } from '#app/reports/queries/forecast'
import { alarmsWidget, invoicesWidget, reconciliationWidget } from '#app/reports/queries/invoice_widgets'
import { cashByCompany, treasuryWidget } from '#app/reports/queries/treasury_widget'

/**
 * The blocks that come after the page: each is asked for on its own and fails on its own. What a role does not see is
 * null and is not read.
 */
export function deferredWidgets({ inertia }: HttpContext, viewer: Viewer, seesInbox: boolean) {
  const { role, siteIds } = viewer
  const isOneOf = (roles: Role[]) => roles.includes(role)
  return {
    treasury: inertia.defer(() => treasuryWidget(viewer), { group: 'treasury', rescue: true }),
    forecast: inertia.defer(
      async () =>
        isOneOf([S, A, SC]) ? await forecastWidget(viewer, { companies: await cashByCompany(viewer) }) : null,
      { group: 'due', rescue: true }
    ),
    ageing: inertia.defer(() => ageingWidget(siteIds), { group: 'due', rescue: true }),
    invoices: inertia.defer(() => invoicesWidget(siteIds, seesInbox), { group: 'invoices', rescue: true }),
    alarms: inertia.defer(() => alarmsWidget(siteIds, role === C ? 'count' : 'all', seesInbox), {
      group: 'invoices',
      rescue: true,
    }),
    reconciliation: inertia.defer(
      async () => (isOneOf([S, SC, C]) ? await reconciliationWidget(viewer) : null),
      { group: 'treasury', rescue: true }
    ),
  }
}
