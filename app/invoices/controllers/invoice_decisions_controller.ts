import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope, scopeOf } from '#app/identity/http/scope'
import {
  type ApprovalOutcome,
  approveInvoice,
  overrideInvoiceApproval,
} from '#app/invoices/approval/approve_invoice'
import { markDuplicate, moveInvoice, turnDownInvoice } from '#app/invoices/approval/move_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { findOriginals } from '#app/invoices/auditing/find_originals'
import { bookDirectly } from '#app/invoices/booking/book_directly'
import { bookInvoice, unbookInvoice } from '#app/invoices/booking/book_invoice'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { acceptPublicInvoice } from '#app/invoices/intake/accept_public_invoice'
import Invoice from '#app/invoices/models/invoice'
import {
  approvalValidator,
  duplicateValidator,
  reasonValidator,
} from '#app/invoices/validators/invoice_validator'
import { searchText } from '#app/kernel/http/list_request'
import { overrideValidator } from '#app/sites/validators/approval_validator'

/** Changes of state of an invoice, each a post of its own. */
export default class InvoiceDecisionsController {
  async submit(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await submitInvoice(invoice.id, actorOf(ctx))
    return this.done(ctx, `Factura ${invoice.reference} enviada a aprobación.`)
  }

  /** Out of the quarantine of the public page. */
  async accept(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await acceptPublicInvoice(invoice.id, actorOf(ctx))
    return this.done(ctx, `Factura ${invoice.reference} aceptada: ya se puede revisar y enviar a aprobación.`)
  }

  async approve(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { fingerprint, comment, justifications = [] } = await ctx.request.validateUsing(approvalValidator)
    const outcome = await approveInvoice({
      invoiceId: invoice.id,
      shownFingerprint: fingerprint,
      comment: comment ?? null,
      justifications: justifications.map(({ alarm_id: alarmId, text }) => ({ alarmId, text })),
      actor: actorOf(ctx),
    })
    return this.approved(ctx, invoice, outcome)
  }

  /** The emergency approval of the system role. */
  async override(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { fingerprint, reason } = await ctx.request.validateUsing(overrideValidator)
    const outcome = await overrideInvoiceApproval({
      invoiceId: invoice.id,
      shownFingerprint: fingerprint,
      reason,
      actor: actorOf(ctx),
    })
    return this.approved(ctx, invoice, outcome)
  }

  private approved(ctx: HttpContext, invoice: Invoice, outcome: ApprovalOutcome) {
    const { given, required, booked, notBooked } = outcome
    if (given < required) return this.done(ctx, `Aprobación registrada (${given} de ${required}).`)
    if (notBooked) ctx.session.flash('warning', notBooked)
    return this.done(
      ctx,
      booked
        ? `Factura ${invoice.reference} aprobada y contabilizada.`
        : `Factura ${invoice.reference} aprobada.`
    )
  }

  async giveBack(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await turnDownInvoice(invoice.id, 'return', await this.reason(ctx), actorOf(ctx))
    return this.done(ctx, 'Factura devuelta a revisión.')
  }

  async reject(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await turnDownInvoice(invoice.id, 'reject', await this.reason(ctx), actorOf(ctx))
    return this.done(ctx, 'Factura rechazada.')
  }

  async book(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await bookInvoice(invoice.id, actorOf(ctx))
    return this.done(ctx, `Factura ${invoice.reference} contabilizada.`)
  }

  /** Without approvals, within the limit of the company. */
  async bookDirectly(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await bookDirectly(invoice.id, actorOf(ctx))
    return this.done(ctx, `Factura ${invoice.reference} contabilizada.`)
  }

  async unbook(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    await unbookInvoice(invoice.id, await this.reason(ctx), actorOf(ctx))
    return this.done(ctx, 'Asiento anulado: la factura vuelve a revisión.')
  }

  async dispute(ctx: HttpContext) {
    return this.move(ctx, 'dispute', 'Factura en disputa: no se pagará.')
  }

  async resolve(ctx: HttpContext) {
    return this.move(ctx, 'resolve', 'Disputa resuelta.')
  }

  async recover(ctx: HttpContext) {
    return this.move(ctx, 'recover', 'Factura recuperada.')
  }

  async cancel(ctx: HttpContext) {
    return this.move(ctx, 'cancel', 'Factura anulada.')
  }

  async complete(ctx: HttpContext) {
    return this.move(ctx, 'complete_by_hand', 'Complete los datos de la factura.')
  }

  /** Invoices that this one may be a copy of, for a picker. */
  async originals(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    return ctx.response.send({ data: await findOriginals(invoice, searchText(ctx), scopeOf(ctx)) })
  }

  async duplicate(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { original_id: originalId } = await ctx.request.validateUsing(duplicateValidator)
    assertInScope(ctx, (await Invoice.findOrFail(originalId)).siteId)
    await markDuplicate(invoice.id, originalId, actorOf(ctx))
    return this.done(ctx, 'Factura marcada como duplicada.')
  }

  private async move(ctx: HttpContext, transition: Parameters<typeof moveInvoice>[1], message: string) {
    const invoice = await findScopedInvoice(ctx)
    await moveInvoice(invoice.id, transition, await this.reason(ctx), actorOf(ctx))
    return this.done(ctx, message)
  }

  private async reason({ request }: HttpContext): Promise<string> {
    return (await request.validateUsing(reasonValidator)).reason ?? ''
  }

  private done({ session, response }: HttpContext, message: string) {
    session.flash('success', message)
    return response.redirect().withQs().back()
  }
}
