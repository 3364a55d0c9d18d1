import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { changeDue } from '#app/invoices/editing/change_due'
import { releaseHeld } from '#app/invoices/editing/release_held'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { dueValidator, releaseValidator } from '#app/invoices/validators/due_validator'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

const REVOKED = 'La factura ha cambiado desde su revisión: vuelve a estar pendiente de aprobación.'

/** What is due of an invoice: why it is not the total, and what was held becoming payable. */
export default class InvoiceDuesController {
  async update(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const given = await ctx.request.validateUsing(dueValidator)
    const { revoked } = await changeDue({
      invoiceId: invoice.id,
      actor: actorOf(ctx),
      lockVersion: given.lock_version,
      advanceMinor: given.advance ?? 0,
      prepaidMinor: given.prepaid ?? 0,
      retainedMinor: given.retained ?? 0,
      roundingMinor: given.rounding ?? 0,
      retainedUntil: (given.retained_until ?? null) as CalendarDate | null,
    })
    if (revoked) ctx.session.flash('warning', REVOKED)
    else ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { held, reason } = await ctx.request.validateUsing(releaseValidator)
    await releaseHeld({ invoiceId: invoice.id, held, reason: reason ?? '', actor: actorOf(ctx) })
    ctx.session.flash(
      'success',
      held === 'retention' ? 'Retención liberada: ya se puede pagar.' : 'Lo pendiente ya se puede pagar.'
    )
    return ctx.response.redirect().withQs().back()
  }
}
