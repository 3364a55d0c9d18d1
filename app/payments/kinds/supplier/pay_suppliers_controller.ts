import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, limitToScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { asksForWorth, listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { listOf } from '#app/kernel/lists/listing'
import { isCurrencyCode } from '#app/kernel/money/currency'
import { formatAmount } from '#app/kernel/money/money'
import { counted } from '#app/kernel/text/counted'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { WORTH_CURRENCY } from '#app/ledger/fx/worth_sql'
import {
  OPEN_PROVISION,
  PROVISION_WORDS,
  provisionsList,
} from '#app/payments/kinds/provision/list_provisions'
import { findExpenseAccounts } from '#app/payments/kinds/recurring/recurrent_page'
import { createGroupedOrders } from '#app/payments/kinds/supplier/create_grouped_orders'
import { createOrder, createOrders } from '#app/payments/kinds/supplier/create_orders'
import { PAYABLE, payableList } from '#app/payments/kinds/supplier/list_payable_invoices'
import { openCreditsFor } from '#app/payments/kinds/supplier/offset_credits'
import { payerAccounts } from '#app/payments/orders/checks/payer_accounts'
import { assertAllInScope } from '#app/payments/orders/controllers/scoped'
import { refusalText } from '#app/payments/orders/page/bulk_outcome'
import { countOrderTabs, ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab, screenScope } from '#app/payments/orders/page/order_tab'
import { createOrdersValidator, invoiceIdsValidator } from '#app/payments/validators/payment_validator'

/** Pagar Proveedores: what is owed, and on the other tabs the orders on their way. */
export default class PaySuppliersController {
  async index(ctx: HttpContext) {
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'pending')
    const isOrders = tab in ORDER_TABS
    const isProvisions = tab === 'provisions'
    const list = payableList(asksForWorth(ctx))
    const request = listRequest(ctx, list.definition)
    const filter = payableFilter(ctx)
    if (!isOrders && !isProvisions && (await exportDeclared(ctx, list, { request, filter }))) return
    const orders = isOrders
      ? await orderTab(ctx, { page: 'paysuppliers', tab, name: 'pagos-a-proveedores' })
      : null
    if (isOrders && !orders) return
    const counters = orders ? {} : await countOrderTabs(await screenScope(ctx, 'paysuppliers'))
    return ctx.inertia.render('payments/suppliers/index', {
      tab: isOrders || isProvisions ? tab : 'pending',
      provisions: isProvisions ? { ...(await this.provisions(ctx)), counters } : null,
      invoices: isOrders || isProvisions ? null : { ...(await listOf(list, request, filter)), counters },
      orders,
    })
  }

  private provisions(ctx: HttpContext) {
    return listOf(provisionsList, listRequest(ctx, provisionsList.definition), provisionFilter(ctx))
  }

  /** Makes draft orders out of invoices; what cannot be paid says why and the others go on. */
  async store(ctx: HttpContext) {
    const {
      invoice_ids: ids,
      execution_date: day,
      debtor_account_id: accountId,
      amount,
      quote_id: quoteId,
      as_draft: asDraft,
      parts = [],
      is_grouped: isGrouped = false,
      nets_credits: nets = false,
    } = await ctx.request.validateUsing(createOrdersValidator)
    await assertAllInScope(ctx, 'invoices', ids)
    if (isGrouped)
      return this.storeGrouped(ctx, { ids, accountId: accountId ?? null, day: day ?? null, nets })
    const [only] = ids
    const partial = ids.length === 1 ? (amount ?? null) : null
    if (ids.length === 1 && only) {
      const order = await createOrder(
        {
          invoiceId: only,
          amountMinor: partial,
          debtorAccountId: accountId ?? null,
          quoteId: quoteId ?? null,
          asDraft: asDraft ?? false,
          executionDate: (day ?? null) as CalendarDate | null,
        },
        actorOf(ctx)
      )
      ctx.session.flash('success', `Pago ${order.number} creado.`)
      return ctx.response.redirect().withQs().back()
    }
    const outcome = await createOrders(
      ids,
      {
        debtorAccountId: accountId ?? null,
        executionDate: (day ?? null) as CalendarDate | null,
        parts: new Map(parts.map(({ invoice_id: id, amount: part }) => [id, part])),
      },
      actorOf(ctx)
    )
    if (outcome.done > 0)
      ctx.session.flash('success', `${counted(outcome.done, 'pago creado', 'pagos creados')}.`)
    if (outcome.refused.length > 0)
      ctx.session.flash(
        'warning',
        `${counted(outcome.refused.length, 'no se ha podido crear', 'no se han podido crear')}. ${refusalText(outcome.refused)}`
      )
    return ctx.response.redirect().withQs().back()
  }

  /** One transfer a supplier, its credit notes netted where it is asked for. */
  private async storeGrouped(
    ctx: HttpContext,
    {
      ids,
      accountId,
      day,
      nets,
    }: { ids: number[]; accountId: number | null; day: string | null; nets: boolean }
  ) {
    const { orders, transfers, offsets, refused } = await createGroupedOrders(
      { invoiceIds: ids, debtorAccountId: accountId, executionDate: day as CalendarDate | null, nets },
      actorOf(ctx)
    )
    const sums = offsets.map(({ minor, currency }) => formatAmount(minor, currency))
    const netted = sums.length > 0 ? ` Abonos compensados: ${sums.join(' y ')}.` : ''
    if (orders > 0 || sums.length > 0)
      ctx.session.flash(
        'success',
        `${counted(orders, 'pago creado', 'pagos creados')} en ${counted(transfers, 'transferencia', 'transferencias')}.${netted}`
      )
    if (refused.length > 0)
      ctx.session.flash(
        'warning',
        `${counted(refused.length, 'proveedor no se ha podido agrupar', 'proveedores no se han podido agrupar')}. ${refusalText(refused)}`
      )
    return ctx.response.redirect().withQs().back()
  }

  /** Open credit notes that could be netted against the chosen invoices. Changes nothing. */
  async credits(ctx: HttpContext) {
    const { invoice_ids: ids } = await ctx.request.validateUsing(invoiceIdsValidator)
    await assertAllInScope(ctx, 'invoices', ids)
    const found = await openCreditsFor(ids)
    return ctx.response.json({
      data: found.map(({ id, provider, number, issuedOn, amountMinor, currency }) => ({
        id,
        provider,
        number,
        issuedOn,
        amount: { minor: amountMinor, currency },
      })),
    })
  }

  /** Accounts that a company pays from, for the forms. */
  async accounts(ctx: HttpContext) {
    const siteId = await siteAsked(ctx)
    const { currency = 'EUR', own } = ctx.request.qs() as Record<string, unknown>
    const found =
      siteId === null
        ? []
        : await payerAccounts(siteId, requireSignedIn(ctx).user.id, String(currency).slice(0, 3))
    const offered = own === undefined ? found : found.filter(({ payer }) => payer === null)
    return ctx.response.json({ data: offered.map(({ id, name, payer }) => ({ id, name, payer })) })
  }

  /** Accounts of group 6 of a company, for pickers. */
  async expenseAccounts(ctx: HttpContext) {
    const siteId = await siteAsked(ctx)
    return ctx.response.json({
      data: siteId === null ? [] : await findExpenseAccounts(siteId, searchText(ctx)),
    })
  }
}

/** The company of a form, once it is chosen; 404 when it is not one of the caller's. */
async function siteAsked(ctx: HttpContext): Promise<number | null> {
  const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
  if (!Number.isSafeInteger(siteId) || siteId <= 0) return null
  await assertCompany(ctx, siteId)
  return siteId
}

function provisionFilter(ctx: HttpContext) {
  const filters = new QueryFilters(ctx)
  limitToScope(ctx, 'v.site_id', filters.filter)
  filters
    .keys('site_ids', 'v.site_id')
    .keys('provider_id', 'v.provider_id')
    .oneOf('status', 'v.status', ['open', 'applied', 'cancelled'])
    .days('due', 'v.expected_on')
    .amounts('amount', 'v.amount_minor')
  const { status } = ctx.request.qs() as Record<string, unknown>
  if (status === undefined) filters.add(OPEN_PROVISION)
  return filters.words(searchText(ctx), PROVISION_WORDS).filter
}

function payableFilter(ctx: HttpContext) {
  const filters = new QueryFilters(ctx).add(PAYABLE).words(searchText(ctx), 'i.search_text')
  limitToScope(ctx, 'i.site_id', filters.filter)
  filters
    .keys('ids', 'i.id')
    .keys('site_ids', 'i.site_id')
    .keys('provider_id', 'i.provider_id')
    .due('due', 'i.due_on')
    .amounts('amount', 'i.payable_minor')
    .value('currency', 'i.currency', isCurrencyCode)
    .value('books', WORTH_CURRENCY, isCurrencyCode)
  return filters.filter
}
