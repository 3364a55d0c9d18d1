import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { findTwins } from '#app/invoices/auditing/find_twins'
import { changeTotals } from '#app/invoices/editing/change_totals'
import * as edit from '#app/invoices/editing/edit_invoice'
import { changeProvider, changeSite } from '#app/invoices/editing/reassign_invoice'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { refuseLateReassignment } from '#app/invoices/http/refuse_late_reassignment'
import * as input from '#app/invoices/validators/invoice_validator'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

const REVOKED = 'La factura ha cambiado desde su revisión: vuelve a estar pendiente de aprobación.'

/** The corrections of a reviewer, one dialog each (area 05 §4). */
export default class InvoiceCorrectionsController {
  async date(ctx: HttpContext) {
    const {
      issued_on: issuedOn,
      due_on: dueOn,
      operation_on: operationOn,
      vat_period: vatPeriod,
      lock_version: lockVersion,
    } = await ctx.request.validateUsing(input.dateValidator)
    const common = await this.common(ctx, lockVersion)
    return this.done(
      ctx,
      await edit.changeDates({
        ...common,
        issuedOn: issuedOn as CalendarDate,
        dueOn: (dueOn ?? null) as CalendarDate | null,
        ...(operationOn === undefined ? {} : { operationOn: operationOn as CalendarDate | null }),
        ...(vatPeriod === undefined ? {} : { vatPeriod }),
      })
    )
  }

  async number(ctx: HttpContext) {
    const { invoice_number: invoiceNumber, lock_version: lockVersion } = await ctx.request.validateUsing(
      input.numberValidator
    )
    return this.done(
      ctx,
      await edit.changeNumber({ ...(await this.common(ctx, lockVersion)), invoiceNumber })
    )
  }

  async totals(ctx: HttpContext) {
    const {
      groups,
      withholding = 0,
      supplied = 0,
      total,
      lock_version: lockVersion,
    } = await ctx.request.validateUsing(input.totalsValidator)
    const totals = {
      groups: groups.map((group) => ({
        vatCodeId: group.vat_code_id,
        baseMinor: group.base,
        vatMinor: group.vat,
        surchargeMinor: group.surcharge ?? 0,
      })),
      withholdingMinor: withholding,
      suppliedMinor: supplied,
      totalMinor: total,
    }
    return this.done(ctx, await changeTotals({ ...(await this.common(ctx, lockVersion)), ...totals }))
  }

  async provider(ctx: HttpContext) {
    const {
      provider_id: providerId,
      lock_version: lockVersion,
      reason,
      remember,
    } = await ctx.request.validateUsing(input.providerValidator)
    const common = await this.reassigning(ctx, lockVersion)
    return this.done(
      ctx,
      await changeProvider({ ...common, providerId, reason: reason ?? null, remember: remember ?? false })
    )
  }

  async site(ctx: HttpContext) {
    const {
      site_id: siteId,
      lock_version: lockVersion,
      reason,
      remember,
    } = await ctx.request.validateUsing(input.siteValidator)
    await assertCompany(ctx, siteId)
    const common = await this.reassigning(ctx, lockVersion)
    return this.done(
      ctx,
      await changeSite({ ...common, siteId, reason: reason ?? null, remember: remember ?? false })
    )
  }

  /** Invoices of the same supplier and year that carry a number, to warn before it is saved (area 05 §4). */
  async twins(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const number = String((ctx.request.qs() as Record<string, unknown>).number ?? '')
    return ctx.response.send({ data: await findTwins(invoice, number, scopeOf(ctx)) })
  }

  async bank(ctx: HttpContext) {
    const { provider_bank_id: providerBankId, lock_version: lockVersion } = await ctx.request.validateUsing(
      input.bankValidator
    )
    return this.done(ctx, await edit.changeBank({ ...(await this.common(ctx, lockVersion)), providerBankId }))
  }

  async header(ctx: HttpContext) {
    const {
      doc_type: docType,
      kind_reason: kindReason,
      concept,
      currency,
      fx_rate: fxRate,
      rectifies_invoice_id: rectifiesInvoiceId,
      rectification_note: rectificationNote,
      priority,
      hold_until: holdUntil,
      in_347: in347,
      lock_version: lockVersion,
    } = await ctx.request.validateUsing(input.headerValidator)
    const header = {
      ...(docType ? { docType } : {}),
      ...(kindReason === undefined ? {} : { kindReason }),
      ...(concept ? { concept } : {}),
      ...(currency ? { currency } : {}),
      ...(fxRate === undefined ? {} : { fxRate }),
      ...(rectifiesInvoiceId === undefined ? {} : { rectifiesInvoiceId }),
      ...(rectificationNote === undefined ? {} : { rectificationNote }),
      ...(priority ? { priority } : {}),
      ...(holdUntil === undefined ? {} : { holdUntil: holdUntil as CalendarDate | null }),
      ...(in347 === undefined ? {} : { in347 }),
    }
    return this.done(ctx, await edit.changeHeader({ ...(await this.common(ctx, lockVersion)), ...header }))
  }

  /** C reassigns until the invoice is approved, the others until it is paid (area 05 §2). */
  private async reassigning(ctx: HttpContext, lockVersion: number) {
    const invoice = await findScopedInvoice(ctx)
    refuseLateReassignment(invoice, requireSignedIn(ctx).user.role)
    return { invoiceId: invoice.id, actor: actorOf(ctx), lockVersion }
  }

  private async common(ctx: HttpContext, lockVersion: number) {
    const invoice = await findScopedInvoice(ctx)
    return { invoiceId: invoice.id, actor: actorOf(ctx), lockVersion }
  }

  private done({ session, response }: HttpContext, { revoked }: { revoked: boolean }) {
    if (revoked) session.flash('warning', REVOKED)
    else session.flash('success', 'Cambios guardados.')
    return response.redirect().withQs().back()
  }
}
