import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { limitToScope, scopeOf } from '#app/identity/http/scope'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import {
  countPayroll,
  PENDING_PAYROLL,
  payrollList,
  payrollListFor,
} from '#app/payments/kinds/payroll/list_payroll'
import { payrollMonthsList } from '#app/payments/kinds/payroll/list_payroll_months'
import { RUN_PAYER, RUN_WORDS, runsList, WAITING_RUNS } from '#app/payments/kinds/payroll/list_payroll_runs'
import { assertAllInScope, findScopedEmployee, limitPayments } from '#app/payments/orders/controllers/scoped'
import { countOrderTabs, ORDER_TABS } from '#app/payments/orders/page/list_orders'
import { orderTab, screenScope } from '#app/payments/orders/page/order_tab'
import { commentValidator, createPayrollValidator } from '#app/payments/validators/payment_validator'
import { cancelPayroll } from '#app/payroll/actions/cancel_payroll'
import { createPayroll } from '#app/payroll/actions/create_payroll'
import { isPeriod, PAYROLL_CONCEPTS, PAYROLL_STATUS } from '#app/payroll/payroll_concepts'

/** Pagar Nómina: months, salaries, the runs that wait, and the orders on their way. */
export default class PayPayrollsController {
  async index(ctx: HttpContext) {
    const tab = String((ctx.request.qs() as Record<string, unknown>).tab ?? 'months')
    const isOrders = tab in ORDER_TABS && tab !== 'buffer'
    const shown = isOrders || tab === 'buffer' || tab === 'payments' ? tab : 'months'
    const counters = {
      ...(await countOrderTabs(await screenScope(ctx, 'paypayrolls'))),
      ...(await countPayroll(scopeOf(ctx))),
    }
    const orders = isOrders
      ? await orderTab(ctx, { page: 'paypayrolls', tab, name: 'pagos-de-nomina', counters })
      : null
    if (isOrders && !orders) return
    return ctx.inertia.render('payments/payrolls/index', {
      tab: shown,
      months: shown === 'months' ? { ...(await months(ctx)), counters } : null,
      payments: shown === 'payments' ? { ...(await payments(ctx)), counters } : null,
      runs: shown === 'buffer' ? { ...(await runs(ctx)), counters } : null,
      orders,
      states: Object.entries(PAYROLL_STATUS).map(([value, { label }]) => ({ value, label })),
      concepts: optionsOf(PAYROLL_CONCEPTS),
    })
  }

  /** One salary by hand. */
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createPayrollValidator)
    const siteId = await findScopedEmployee(ctx, given.employee_id)
    const [gross, irpf, social] = [given.gross ?? null, given.irpf ?? null, given.social ?? null]
    await createPayroll(
      [
        {
          siteId,
          employeeId: given.employee_id,
          period: given.period,
          concept: given.concept,
          netMinor: given.net,
          grossMinor: gross,
          irpfMinor: irpf,
          socialMinor: social,
          employerSocialMinor: given.employer_social ?? null,
          payOn: given.pay_on as CalendarDate,
        },
      ],
      { actor: actorOf(ctx) }
    )
    ctx.session.flash('success', 'Pago de nómina creado.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const id = Number(ctx.params.id)
    await assertAllInScope(ctx, 'payroll_payments', [id])
    const { reason } = await ctx.request.validateUsing(commentValidator)
    await cancelPayroll({ payrollIds: [id], reason, actor: actorOf(ctx) })
    ctx.session.flash('success', 'Pago de nómina cancelado.')
    return ctx.response.redirect().withQs().back()
  }
}

const months = (ctx: HttpContext) =>
  listOf(payrollMonthsList, listRequest(ctx, payrollMonthsList.definition), monthFilter(ctx))

function payments(ctx: HttpContext) {
  const request = listRequest(ctx, payrollList.definition)
  const filter = paymentFilter(ctx)
  return listOf(payrollListFor(request, filter), request, filter)
}

const runs = async (ctx: HttpContext) =>
  listOf(runsList, listRequest(ctx, runsList.definition), await runFilter(ctx))

function monthFilter(ctx: HttpContext): Filter {
  const filters = new QueryFilters(ctx)
  limitToScope(ctx, 'm.site_id', filters.filter)
  filters.keys('site_ids', 'm.site_id')
  return filters.value('period', 'm.period', isPeriod).filter
}

function paymentFilter(ctx: HttpContext): Filter {
  const filters = new QueryFilters(ctx).words(searchText(ctx), 'e.search_text')
  limitToScope(ctx, 'p.site_id', filters.filter)
  filters
    .keys('site_ids', 'p.site_id')
    .oneOf('status', 'p.status', Object.keys(PAYROLL_STATUS))
    .days('pay', 'p.pay_on')
    .amounts('amount', 'p.net_minor')
  const { status, period } = ctx.request.qs() as Record<string, unknown>
  // What waits is what one comes for; a month is looked at whole.
  if (status === undefined && period === undefined) filters.add(PENDING_PAYROLL)
  return filters.value('period', 'p.period', isPeriod).filter
}

async function runFilter(ctx: HttpContext): Promise<Filter> {
  const filters = new QueryFilters(ctx).add(WAITING_RUNS)
  filters.words(searchText(ctx), RUN_WORDS)
  await limitPayments(ctx, 'r', filters.filter, RUN_PAYER)
  return filters.keys('site_ids', 'r.site_id').filter
}
