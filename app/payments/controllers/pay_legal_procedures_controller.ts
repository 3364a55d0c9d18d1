import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { keysOf, optionsOf } from '#app/kernel/labels'
import type { Filter } from '#app/kernel/listing'
import { COST_CONCEPTS } from '#app/legal/legal_labels'
import { limitToProcedures } from '#app/legal/scoped'
import { assertCosts } from '#app/legal/scoped_parts'
import { orderLegalCost } from '#app/payments/actions/order_legal_cost'
import { forEachOrder, refusalText } from '#app/payments/bulk_outcome'
import { legalCostsList, listLegalCosts, OWED } from '#app/payments/queries/list_legal_costs'
import {
  countOrderTabs,
  listOrders,
  ORDER_TABS,
  ORDER_WORDS,
  ordersList,
} from '#app/payments/queries/list_orders'
import { limitToUnreserved } from '#app/payments/queries/payment_veil'
import { limitPayments } from '#app/payments/scoped'
import { orderLegalCostsValidator } from '#app/payments/validators/payment_validator'

/** Pagar Procedimientos: costs of legal procedures that are owed, and their orders on their way. */
export default class PayLegalProceduresController {
  async index(ctx: HttpContext) {
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'pending')
    const condition = ORDER_TABS[tab]
    const scope = await limitPayments(ctx, 'o')
    scope.where.push(LEGAL)
    const counters = await countOrderTabs(scope)
    return ctx.inertia.render('payments/legal_procedures/index', {
      tab: condition ? tab : 'pending',
      costs: condition
        ? null
        : { ...(await listLegalCosts(listRequest(ctx, legalCostsList), costFilter(ctx))), counters },
      orders: condition ? await this.orders(ctx, condition, counters) : null,
      concepts: optionsOf(COST_CONCEPTS),
    })
  }

  private async orders(ctx: HttpContext, condition: string, counters: Record<string, number>) {
    const { user } = requireSignedIn(ctx)
    const filters = new QueryFilters(ctx).add(LEGAL).add(condition)
    const text = searchText(ctx)
    filters.words(text, ORDER_WORDS)
    if (text !== '') limitToUnreserved(filters.filter, 'o', user)
    await limitPayments(ctx, 'o', filters.filter)
    filters.keys('site_ids', 'o.site_id').days('due', 'o.execution_date').amounts('amount', 'o.amount_minor')
    return { ...(await listOrders(listRequest(ctx, ordersList), filters.filter, user)), counters }
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
    if (outcome.done > 0) ctx.session.flash('success', `${outcome.done} pagos creados.`)
    if (outcome.refused.length > 0)
      ctx.session.flash(
        'warning',
        `${outcome.refused.length} no se han podido crear. ${refusalText(outcome.refused)}`
      )
    return ctx.response.redirect().withQs().back()
  }
}

const LEGAL = `o.kind = 'legal_procedure'`

function costFilter(ctx: HttpContext): Filter {
  const filters = new QueryFilters(ctx).add(OWED)
  filters.words(
    searchText(ctx),
    `(p.search_text || f_unaccent(lower(c.description || coalesce(v.legal_name, c.payee_name, ''))))`
  )
  limitToProcedures(ctx, 'p', filters.filter)
  return filters
    .keys('site_ids', 'p.site_id')
    .oneOf('concept', 'c.concept', keysOf(COST_CONCEPTS))
    .days('due', 'c.due_on')
    .amounts('amount', 'c.total_minor').filter
}
