import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { searchText } from '#app/kernel/http/list_request'
import { formatAmount } from '#app/kernel/money/money'
import { formatDay } from '#app/kernel/time/calendar_date'
import { findScopedCost } from '#app/legal/scoped'
import { findCostInvoices } from '#app/payments/kinds/legal_procedure/cost_invoices'
import { linkCostInvoice, unlinkCostInvoice } from '#app/payments/kinds/legal_procedure/link_cost_invoice'
import { applyProvisionValidator } from '#app/payments/validators/payment_validator'

/** The invoice of a legal cost: it is paid with it, or what was paid before pays it. */
export default class LegalCostInvoicesController {
  /** Booked invoices of the cost's supplier and company that no other cost has. */
  async index(ctx: HttpContext) {
    const { costId } = await findScopedCost(ctx)
    const found = await findCostInvoices(costId, searchText(ctx))
    return ctx.response.json({
      data: found.map(({ id, number, issuedOn, outstandingMinor }) => ({
        value: String(id),
        label: `${number} · ${formatDay(issuedOn)}`,
        hint: `Pendiente ${formatAmount(outstandingMinor, 'EUR')}`,
      })),
    })
  }

  async update(ctx: HttpContext) {
    const { costId } = await findScopedCost(ctx)
    const { invoice_id: invoiceId } = await ctx.request.validateUsing(applyProvisionValidator)
    await linkCostInvoice({ costId, invoiceId }, actorOf(ctx))
    ctx.session.flash('success', 'Factura vinculada al coste.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { costId } = await findScopedCost(ctx)
    await unlinkCostInvoice(costId, actorOf(ctx))
    ctx.session.flash('success', 'Factura desvinculada del coste.')
    return ctx.response.redirect().withQs().back()
  }
}
