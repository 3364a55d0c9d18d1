import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { createOrder } from '#app/payments/actions/create_orders'
import { forEachOrder, refusalText } from '#app/payments/bulk_outcome'
import { countOrderTabs, listOrders, ORDER_TABS, ordersList } from '#app/payments/queries/list_orders'
import { listPayableInvoices, PAYABLE, payableList } from '#app/payments/queries/list_payable_invoices'
import { assertAllInScope, limitPayments } from '#app/payments/scoped'
import { createOrdersValidator } from '#app/payments/validators/payment_validator'

/** Pagar Proveedores: what is owed, and on the other tabs the orders on their way. */
export default class PaySuppliersController {
  async index(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'pending')
    const condition = ORDER_TABS[tab]
    const scope = await limitPayments(ctx, 'o')
    scope.where.push(SUPPLIER_KINDS)
    const counters = await countOrderTabs(scope)
    return ctx.inertia.render('payments/suppliers/index', {
      tab: condition ? tab : 'pending',
      invoices: condition
        ? null
        : { ...(await listPayableInvoices(listRequest(ctx, payableList), payableFilter(ctx))), counters },
      orders: condition
        ? {
            ...(await listOrders(listRequest(ctx, ordersList), await orderFilter(ctx, condition), user)),
            counters,
          }
        : null,
      role: user.role,
    })
  }

  /** Makes draft orders out of invoices; what cannot be paid says why and the others go on. */
  async store(ctx: HttpContext) {
    const {
      invoice_ids: ids,
      execution_date: day,
      debtor_account_id: accountId,
      amount,
    } = await ctx.request.validateUsing(createOrdersValidator)
    await assertAllInScope(ctx, 'invoices', ids)
    const [only] = ids
    const partial = ids.length === 1 ? (amount ?? null) : null
    if (ids.length === 1 && only) {
      const order = await createOrder(
        {
          invoiceId: only,
          amountMinor: partial,
          debtorAccountId: accountId ?? null,
          executionDate: (day ?? null) as CalendarDate | null,
        },
        actorOf(ctx)
      )
      ctx.session.flash('success', `Pago ${order.number} creado.`)
      return ctx.response.redirect().withQs().back()
    }
    const outcome = await forEachOrder(ids, (invoiceId) =>
      createOrder(
        {
          invoiceId,
          debtorAccountId: accountId ?? null,
          executionDate: (day ?? null) as CalendarDate | null,
        },
        actorOf(ctx)
      )
    )
    if (outcome.done > 0) ctx.session.flash('success', `${outcome.done} pagos creados.`)
    if (outcome.refused.length > 0)
      ctx.session.flash(
        'warning',
        `${outcome.refused.length} no se han podido crear. ${refusalText(outcome.refused)}`
      )
    return ctx.response.redirect().withQs().back()
  }
}

const SUPPLIER_KINDS = `o.kind in ('supplier', 'provision')`

function payableFilter(ctx: HttpContext) {
  const filters = new QueryFilters(ctx).add(PAYABLE).words(searchText(ctx), 'i.search_text')
  limitToScope(ctx, 'i.site_id', filters.filter)
  filters
    .keys('site_ids', 'i.site_id')
    .keys('provider_id', 'i.provider_id')
    .days('due', 'i.due_on')
    .amounts('amount', 'i.outstanding_minor')
  const { currency } = ctx.request.qs() as Record<string, unknown>
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency))
    filters.add('i.currency = :currency', { currency })
  return filters.filter
}

async function orderFilter(ctx: HttpContext, condition: string) {
  const filters = new QueryFilters(ctx).add(SUPPLIER_KINDS).add(condition)
  filters.words(searchText(ctx), 'f_unaccent(lower(o.number || o.creditor_name || o.remittance))')
  await limitPayments(ctx, 'o', filters.filter)
  filters.keys('site_ids', 'o.site_id').days('due', 'o.execution_date').amounts('amount', 'o.amount_minor')
  return filters.filter
}
