import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany, assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { approveAsListed } from '#app/invoices/approval/approve_as_listed'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { changeProvider, changeSite } from '#app/invoices/editing/reassign_invoice'
import { refuseLateReassignment } from '#app/invoices/http/refuse_late_reassignment'
import { refuseStale } from '#app/invoices/http/refuse_stale'
import Invoice from '#app/invoices/models/invoice'
import * as input from '#app/invoices/validators/invoice_validator'
import { isDomainError } from '#app/kernel/domain_error'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'

type Shown = { id: number; lock_version: number }
const TOLD_MAX = 5

/** What is done to several invoices of the index at once: each stands for itself, what is refused says why. */
export default class InvoiceBulksController {
  async approve(ctx: HttpContext) {
    const { invoices } = await ctx.request.validateUsing(input.bulkValidator)
    return this.each(ctx, invoices, 'aprobada', (invoice, lockVersion) =>
      approveAsListed({ invoiceId: invoice.id, lockVersion, actor: actorOf(ctx) })
    )
  }

  async submit(ctx: HttpContext) {
    const { invoices } = await ctx.request.validateUsing(input.bulkValidator)
    return this.each(ctx, invoices, 'enviada a aprobación', async (invoice, lockVersion) => {
      refuseStale(invoice, lockVersion)
      await submitInvoice(invoice.id, actorOf(ctx))
    })
  }

  async provider(ctx: HttpContext) {
    const {
      invoices,
      provider_id: providerId,
      reason,
    } = await ctx.request.validateUsing(input.bulkProviderValidator)
    return this.each(ctx, invoices, 'reasignada', (invoice, lockVersion) => {
      refuseLateReassignment(invoice, requireSignedIn(ctx).user.role)
      return changeProvider({ invoiceId: invoice.id, actor: actorOf(ctx), lockVersion, providerId, reason })
    })
  }

  async site(ctx: HttpContext) {
    const { invoices, site_id: siteId, reason } = await ctx.request.validateUsing(input.bulkSiteValidator)
    await assertCompany(ctx, siteId)
    return this.each(ctx, invoices, 'reasignada', (invoice, lockVersion) => {
      refuseLateReassignment(invoice, requireSignedIn(ctx).user.role)
      return changeSite({ invoiceId: invoice.id, actor: actorOf(ctx), lockVersion, siteId, reason })
    })
  }

  private async each(
    ctx: HttpContext,
    shown: Shown[],
    done: string,
    work: (invoice: Invoice, lockVersion: number) => Promise<unknown>
  ) {
    const versions = new Map(shown.map(({ id, lock_version: version }) => [id, version]))
    const invoices = await Invoice.query()
      .whereIn('id', [...versions.keys()])
      .orderBy('id')
    if (invoices.length < versions.size) throw new NotFound()
    for (const invoice of invoices) assertInScope(ctx, invoice.siteId)
    const refused: string[] = []
    for (const invoice of invoices) {
      const refusal = await refusalOf(() => work(invoice, versions.get(invoice.id) ?? -1))
      if (refusal) refused.push(`${invoice.reference}: ${refusal}`)
    }
    this.tell(ctx, invoices.length - refused.length, done, refused)
    return ctx.response.redirect().withQs().back()
  }

  private tell({ session }: HttpContext, count: number, done: string, refused: string[]): void {
    if (count > 0)
      session.flash(
        'success',
        count === 1 ? `Una factura ${done}.` : `${count} facturas ${done.replace(/a\b/, 'as')}.`
      )
    if (refused.length === 0) return
    const more = refused.length > TOLD_MAX ? ` Y ${refused.length - TOLD_MAX} más.` : ''
    session.flash('warning', `${refused.length} no: ${refused.slice(0, TOLD_MAX).join(' ')}${more}`)
  }
}

/** What keeps one of them from it, in words; null when it was done. */
async function refusalOf(work: () => unknown): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (isDomainError(error) || error instanceof AccessDenied) return error.message
    throw error
  }
}
