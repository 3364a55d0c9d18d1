import type { HttpContext } from '@adonisjs/core/http'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { type Role, S, SC } from '#app/identity/roles'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportList } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { historyFilter } from '#app/reports/history_filter'
import { historyExportColumns } from '#app/reports/queries/history_export'
import { accountOptions, requesterOptions } from '#app/reports/queries/history_options'
import { historyPage, siteOfPayment } from '#app/reports/queries/history_page'
import {
  type FoundHistory,
  type HistoryRow,
  historyList,
  historyRow,
  listHistory,
  PAYMENT_KINDS,
  PAYMENT_METHODS,
  sumHistory,
} from '#app/reports/queries/payment_history'

/** Pagos Históricos: every payment that ended, and those of before the product. */
export default class PaymentHistoryController {
  async index(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const definition = historyList(user.role)
    const request = listRequest(ctx, definition)
    const filter = historyFilter(ctx)
    const exported = await exportList<FoundHistory, HistoryRow>(ctx, {
      name: 'pagos-historicos',
      definition,
      request,
      filter,
      columns: historyExportColumns,
      toRow: historyRow,
    })
    if (exported) return
    const payments = await listHistory(request, filter, user.role)
    return ctx.inertia.render('reports/payment_history/index', {
      payments,
      long_totals: ctx.inertia.defer(
        async () => (payments.totalIsExact ? null : await sumHistory(filter, user.role)),
        { rescue: true }
      ),
      kinds: optionsOf(PAYMENT_KINDS),
      methods: optionsOf(PAYMENT_METHODS),
      accounts: await accountOptions(siteIds, user.id),
      requesters: await requesterOptions(),
      can_import: ([S, SC] as Role[]).includes(user.role),
    })
  }

  async show(ctx: HttpContext) {
    return this.render(ctx, Number(ctx.params.id))
  }

  private async render(ctx: HttpContext, id: number) {
    const siteId = await siteOfPayment(id)
    if (siteId === null) throw new NotFound()
    assertInScope(ctx, siteId)
    const page = await historyPage(id, requireSignedIn(ctx).user.role)
    if (!page) throw new NotFound()
    return ctx.inertia.render('reports/payment_history/show', page)
  }
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
