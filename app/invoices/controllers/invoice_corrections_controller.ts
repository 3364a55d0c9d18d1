import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { changeTotals } from '#app/invoices/actions/change_totals'
import * as edit from '#app/invoices/actions/edit_invoice'
import { changeProvider, changeSite } from '#app/invoices/actions/reassign_invoice'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import * as input from '#app/invoices/validators/invoice_validator'
import type { CalendarDate } from '#app/kernel/calendar_date'

const REVOKED = 'La factura ha cambiado desde su revisión: vuelve a estar pendiente de aprobación.'

/** The corrections of a reviewer, one dialog each (area 05 §4). */
export default class InvoiceCorrectionsController {
  async date(ctx: HttpContext) {
    const {
      issued_on: issuedOn,
      due_on: dueOn,
      lock_version: lockVersion,
    } = await ctx.request.validateUsing(input.dateValidator)
    const common = await this.common(ctx, lockVersion)
    return this.done(
      ctx,
      await edit.changeDates({
        ...common,
        issuedOn: issuedOn as CalendarDate,
        dueOn: (dueOn ?? null) as CalendarDate | null,
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
    const { provider_id: providerId, lock_version: lockVersion } = await ctx.request.validateUsing(
      input.providerValidator
    )
    return this.done(ctx, await changeProvider({ ...(await this.common(ctx, lockVersion)), providerId }))
  }

  async site(ctx: HttpContext) {
    const { site_id: siteId, lock_version: lockVersion } = await ctx.request.validateUsing(
      input.siteValidator
    )
    assertInScope(ctx, siteId)
    return this.done(ctx, await changeSite({ ...(await this.common(ctx, lockVersion)), siteId }))
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
      concept,
      currency,
      rectifies_invoice_id: rectifiesInvoiceId,
      rectification_note: rectificationNote,
      lock_version: lockVersion,
    } = await ctx.request.validateUsing(input.headerValidator)
    const header = {
      ...(docType ? { docType } : {}),
      ...(concept ? { concept } : {}),
      ...(currency ? { currency } : {}),
      ...(rectifiesInvoiceId === undefined ? {} : { rectifiesInvoiceId }),
      ...(rectificationNote === undefined ? {} : { rectificationNote }),
    }
    return this.done(ctx, await edit.changeHeader({ ...(await this.common(ctx, lockVersion)), ...header }))
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
