import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { bufferPayroll, type PayrollRun } from '#app/payments/kinds/payroll/buffer_payroll'
import { pendingOf, processGroups } from '#app/payments/kinds/payroll/list_payroll'
import { payerAccounts } from '#app/payments/orders/checks/payer_accounts'
import { assertAllInScope } from '#app/payments/orders/controllers/scoped'
import { refusalText } from '#app/payments/orders/page/bulk_outcome'
import {
  bufferPayrollValidator,
  payrollNowValidator,
  processPayrollValidator,
} from '#app/payments/validators/payment_validator'
import { isPeriod, periodText } from '#app/payroll/payroll_concepts'

/** The review of what is to be paid, and the way of it into the pay buffer as one run. */
export default class PayrollProcessesController {
  async show(ctx: HttpContext) {
    const groups = await processGroups(scopeOf(ctx))
    const chosen = chosenOf(ctx) ?? groups[0] ?? null
    if (chosen) assertInScope(ctx, chosen.siteId)
    return ctx.inertia.render('payments/payrolls/show', {
      groups: groups.map(({ siteId, site, period, employees, payable, totalMinor }) => ({
        siteId,
        site,
        period,
        periodText: periodText(period),
        employees,
        payable,
        total: { minor: totalMinor, currency: 'EUR' },
      })),
      chosen: chosen && {
        siteId: chosen.siteId,
        period: chosen.period,
        periodText: periodText(chosen.period),
      },
      payments: chosen ? await pendingOf(chosen) : [],
      accounts: chosen ? await payerAccounts(chosen.siteId, requireSignedIn(ctx).user.id) : [],
    })
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(processPayrollValidator)
    await assertAllInScope(ctx, 'payroll_payments', given.payroll_ids)
    const run = await bufferPayroll(
      {
        payrollIds: given.payroll_ids,
        debtorAccountId: given.debtor_account_id ?? null,
        executionDate: (given.execution_date ?? null) as CalendarDate | null,
        confirmDuplicate: given.confirm_duplicate ?? false,
      },
      actorOf(ctx)
    )
    return done(ctx, run)
  }

  /** Drafts that are there already: sent back, or repeated. */
  async update(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(bufferPayrollValidator)
    await assertAllInScope(ctx, 'payment_orders', given.order_ids)
    const run = await bufferPayroll(
      { orderIds: given.order_ids, confirmDuplicate: given.confirm_duplicate ?? false },
      actorOf(ctx)
    )
    return done(ctx, run)
  }

  /** «Pagar ahora»: approved, the run leaves at once. */
  async payNow(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(payrollNowValidator)
    const [payrollIds, orderIds] = [given.payroll_ids, given.order_ids]
    if (payrollIds) await assertAllInScope(ctx, 'payroll_payments', payrollIds)
    if (orderIds) await assertAllInScope(ctx, 'payment_orders', orderIds)
    const run = await bufferPayroll(
      {
        ...(payrollIds ? { payrollIds } : { orderIds: orderIds ?? [] }),
        confirmDuplicate: given.confirm_duplicate ?? false,
        now: { reason: given.reason },
      },
      actorOf(ctx)
    )
    return done(ctx, run, 'Se ha avisado a sus aprobadores: saldrán en cuanto esté aprobada.')
  }
}

function done(
  { session, response }: HttpContext,
  { runId, number, orders, refused }: PayrollRun,
  further = ''
) {
  session.flash(
    'success',
    `${orders === 1 ? '1 pago pasado' : `${orders} pagos pasados`} a la bolsa en la relación ${number}. ${further}`.trim()
  )
  if (refused.length > 0)
    session.flash(
      'warning',
      `${refused.length} no han podido pasar. ${refusalText(refused.map(({ name, reason }) => `${name}: ${reason}`))}`
    )
  return response.redirect(`/payroll-runs/${runId}`)
}

function chosenOf(ctx: HttpContext): { siteId: number; period: string } | null {
  const { site_id: site, period } = ctx.request.qs() as Record<string, unknown>
  const siteId = Number(site)
  if (!Number.isSafeInteger(siteId) || siteId <= 0 || typeof period !== 'string' || !isPeriod(period))
    return null
  return { siteId, period }
}
