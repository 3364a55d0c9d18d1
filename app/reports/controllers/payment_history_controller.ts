import type { HttpContext } from '@adonisjs/core/http'
import { accountChoices } from '#app/accounts/queries/account_choices'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { findPeople } from '#app/identity/queries/find_people'
import { A, C, type Role, S, SC } from '#app/identity/roles'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { optionsOf } from '#app/kernel/text/labels'
import { historyFilter } from '#app/reports/history_filter'
import {
  historyList,
  listHistory,
  PAYEE_TYPES,
  PAYMENT_METHODS,
  paymentTitles,
  sumHistory,
} from '#app/reports/queries/payment_history'
import { scopedPayment } from '#app/reports/scoped'
import { listCategories } from '#app/sites/queries/list_categories'

/** Pagos Históricos: every payment that ended, and those of before the product. */
export default class PaymentHistoryController {
  async index(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const list = historyList(user)
    const request = listRequest(ctx, list.definition)
    const filter = await historyFilter(ctx)
    if (await exportDeclared(ctx, list, { request, filter })) return
    const payments = await listHistory(request, filter, user)
    return ctx.inertia.render('reports/payment_history/index', {
      payments,
      longTotals: ctx.inertia.defer(
        async () => (payments.totalIsExact ? null : await sumHistory(filter, user.role)),
        { rescue: true }
      ),
      kinds: optionsOf(paymentTitles()),
      payeeTypes: optionsOf(PAYEE_TYPES),
      methods: optionsOf(PAYMENT_METHODS),
      accounts: await accountChoices(siteIds, user.id),
      categories: (await listCategories()).map(({ id, name }) => ({ value: String(id), label: name })),
      canImport: ([S, SC] as Role[]).includes(user.role),
    })
  }

  async show(ctx: HttpContext) {
    return ctx.inertia.render('reports/payment_history/show', await scopedPayment(ctx))
  }

  /** People who asked for payments, for the picker of the filter. */
  async requesters(ctx: HttpContext) {
    return ctx.response.send({ data: await findPeople(searchText(ctx), [S, A, SC, C]) })
  }
}
