import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { counted } from '#app/kernel/text/counted'
import { keysOf, optionsOf } from '#app/kernel/text/labels'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { COST_CONCEPTS } from '#app/legal/legal_labels'
import { limitToProcedures } from '#app/legal/scoped'
import { assertCosts } from '#app/legal/scoped_parts'
import { COST_WORDS, legalCostsList, OWED } from '#app/payments/kinds/legal_procedure/list_legal_costs'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { doneText, forEachOrder, refusalText } from '#app/payments/orders/page/bulk_outcome'
import { countOrderTabs, ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab, screenScope } from '#app/payments/orders/page/order_tab'
import { orderLegalCostsValidator } from '#app/payments/validators/payment_validator'

/** Pagar Procedimientos: costs of legal procedures that are owed, and their orders on their way. */
export default class PayLegalProceduresController {
  async index(ctx: HttpContext) {
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'pending')
    const isOrders = tab in ORDER_TABS
    const orders = isOrders
      ? await orderTab(ctx, { page: 'paylegalprocedures', tab, name: 'pagos-de-procedimientos' })
      : null
    if (isOrders && !orders) return
    return ctx.inertia.render('payments/legal_procedures/index', {
      tab: isOrders ? tab : 'pending',
      costs: isOrders
        ? null
        : {
            ...(await listOf(legalCostsList, listRequest(ctx, legalCostsList.definition), costFilter(ctx))),
            counters: await countOrderTabs(await screenScope(ctx, 'paylegalprocedures')),
          },
      orders,
      concepts: optionsOf(COST_CONCEPTS),
    })
  }

  /** Makes draft orders out of costs; what cannot be paid says why and the others go on. */
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(orderLegalCostsValidator)
    await assertCosts(ctx, given.cost_ids)
    const wanted = {
      debtorAccountId: given.debtor_account_id ?? null,
      executionDate: (given.execution_date ?? null) as CalendarDate | null,
    }
    const [only] = given.cost_ids
    if (given.cost_ids.length === 1 && only) {
      const order = await orderLegalCost(only, { ...wanted, amountMinor: given.amount ?? null }, actorOf(ctx))
      ctx.session.flash('success', `Pago ${order.number} creado.`)
      return ctx.response.redirect().withQs().back()
    }
    const outcome = await forEachOrder(given.cost_ids, (id) => orderLegalCost(id, wanted, actorOf(ctx)))
    if (outcome.done > 0)
      ctx.session.flash(
        'success',
        doneText(outcome, { one: '1 pago creado.', many: (done) => `${done} pagos creados.` })
      )
    if (outcome.refused.length > 0)
      ctx.session.flash(
        'warning',
        `${counted(outcome.refused.length, 'no se ha podido crear', 'no se han podido crear')}. ${refusalText(outcome.refused)}`
      )
    return ctx.response.redirect().withQs().back()
  }
}

function costFilter(ctx: HttpContext): Filter {
  const filters = new QueryFilters(ctx).add(OWED)
  filters.words(searchText(ctx), COST_WORDS)
  limitToProcedures(ctx, 'p', filters.filter)
  return filters
    .keys('site_ids', 'p.site_id')
    .oneOf('concept', 'c.concept', keysOf(COST_CONCEPTS))
    .days('due', 'c.due_on')
    .amounts('amount', 'c.total_minor').filter
}
