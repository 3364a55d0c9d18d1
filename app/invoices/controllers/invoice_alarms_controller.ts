import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { resolveAlarm } from '#app/invoices/auditing/resolve_alarm'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { alarmValidator } from '#app/invoices/validators/invoice_validator'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export default class InvoiceAlarmsController {
  async update(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const given = await ctx.request.validateUsing(alarmValidator)
    await resolveAlarm({
      invoiceId: invoice.id,
      alarmId: given.alarm_id,
      outcome: given.outcome,
      reason: given.reason,
      snoozedUntil: (given.snoozed_until ?? null) as CalendarDate | null,
      actor: actorOf(ctx),
      role: requireSignedIn(ctx).user.role,
    })
    ctx.session.flash('success', 'Alarma cerrada.')
    return ctx.response.redirect().withQs().back()
  }
}
