import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { applyProvision } from '#app/invoices/provisions/apply_provision'
import { cancelProvision } from '#app/invoices/provisions/cancel_provision'
import { createProvision } from '#app/invoices/provisions/create_provision'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { findProvisionInvoices } from '#app/payments/kinds/provision/list_provisions'
import { orderProvision } from '#app/payments/kinds/provision/order_provision'
import { assertAllInScope, assertPayable } from '#app/payments/orders/controllers/scoped'
import {
  applyProvisionValidator,
  commentValidator,
  createProvisionValidator,
  orderProvisionValidator,
} from '#app/payments/validators/payment_validator'

/** Provisions: what suppliers will be owed, paid in advance and taken by their invoices. */
export default class SupplierProvisionsController {
  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(createProvisionValidator)
    await assertCompany(ctx, given.site_id)
    if (given.reserve_account_id) await assertPayable(ctx, given.reserve_account_id)
    await createProvision(
      {
        siteId: given.site_id,
        providerId: given.provider_id,
        concept: given.concept,
        amountMinor: given.amount,
        expectedOn: given.expected_on as CalendarDate,
        expenseAccountId: given.expense_account_id,
        reserveAccountId: given.reserve_account_id ?? null,
      },
      actorOf(ctx)
    )
    return done(ctx, 'Provisión creada.')
  }

  /** A draft payment of it, in advance of the invoice. */
  async order(ctx: HttpContext) {
    const id = await scoped(ctx)
    const { amount, execution_date: day } = await ctx.request.validateUsing(orderProvisionValidator)
    const order = await orderProvision(
      id,
      { amountMinor: amount ?? null, executionDate: (day ?? null) as CalendarDate | null },
      actorOf(ctx)
    )
    return done(ctx, `Pago ${order.number} creado.`)
  }

  /** Booked invoices of its supplier that could take it, for the picker. */
  async options(ctx: HttpContext) {
    return ctx.response.json({ data: await findProvisionInvoices(await scoped(ctx)) })
  }

  /** Its invoice has come. */
  async update(ctx: HttpContext) {
    const id = await scoped(ctx)
    const { invoice_id: invoiceId } = await ctx.request.validateUsing(applyProvisionValidator)
    await assertAllInScope(ctx, 'invoices', [invoiceId])
    await applyProvision({ provisionId: id, invoiceId }, actorOf(ctx))
    return done(ctx, 'Provisión vinculada a su factura.')
  }

  async destroy(ctx: HttpContext) {
    const id = await scoped(ctx)
    const { reason } = await ctx.request.validateUsing(commentValidator)
    await cancelProvision({ provisionId: id, reason }, actorOf(ctx))
    return done(ctx, 'Provisión cancelada.')
  }
}

async function scoped(ctx: HttpContext): Promise<number> {
  const id = Number(ctx.params.id)
  await assertAllInScope(ctx, 'supplier_provisions', [id])
  return id
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
