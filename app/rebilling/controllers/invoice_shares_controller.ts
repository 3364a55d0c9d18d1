import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'
import { givenTargets } from '#app/rebilling/settings/setting_form'
import { removeShare, saveShare } from '#app/rebilling/sharing/save_share'
import { shareRemovalValidator, shareValidator } from '#app/rebilling/validators/share_validator'

/** Which companies bear what of an invoice. Every one of them is the caller’s: their books get it without anybody else’s word. */
export default class InvoiceSharesController {
  async store(ctx: HttpContext) {
    await this.save(ctx, null)
    return done(ctx, 'Reparto guardado.')
  }

  async update(ctx: HttpContext) {
    await this.save(ctx, Number(ctx.params.share))
    return done(ctx, 'Reparto guardado.')
  }

  async destroy(ctx: HttpContext) {
    const invoice = await findScopedInvoice(ctx)
    const { lock_version: lockVersion } = await ctx.request.validateUsing(shareRemovalValidator)
    const shareId = Number(ctx.params.share)
    await removeShare({ invoiceId: invoice.id, shareId, lockVersion, actor: actorOf(ctx) })
    return done(ctx, 'Reparto quitado.')
  }

  private async save(ctx: HttpContext, shareId: number | null): Promise<void> {
    const invoice = await findScopedInvoice(ctx)
    const given = await ctx.request.validateUsing(shareValidator)
    for (const { site_id: siteId } of given.targets) await assertCompany(ctx, siteId)
    const { allocation } = given
    await saveShare({
      invoiceId: invoice.id,
      shareId,
      lockVersion: given.lock_version,
      actor: actorOf(ctx),
      share: {
        lineIds: given.line_ids,
        allocation,
        allocationKey: allocation === 'key' ? (given.allocation_key ?? null) : null,
        targets: givenTargets(allocation, given.targets),
        ruleName: given.rule_name ?? null,
      },
    })
  }
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
