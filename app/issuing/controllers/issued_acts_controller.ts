import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { annulFromPage } from '#app/issuing/invoices/annul_from_page'
import { rectifyWhole } from '#app/issuing/invoices/rectify_whole'
import { correctFromPage } from '#app/issuing/records/correct_record'
import { scopedIssuedInvoice } from '#app/issuing/scoped'
import { annulValidator, correctValidator, rectifyValidator } from '#app/issuing/validators/issuing_validator'

/** What people do with an issued document; which role does what is said by the routes. */
export default class IssuedActsController {
  /** Annuls it, or repeats an anulación that AEAT refused. */
  async annul(ctx: HttpContext) {
    const { id, number } = await scopedIssuedInvoice(ctx)
    const { reason } = await ctx.request.validateUsing(annulValidator)
    const was = await annulFromPage(id, reason ?? null, actorOf(ctx))
    return done(ctx, was === 'repeated' ? `Anulación de ${number} repetida.` : `${number} anulada.`)
  }

  async rectify(ctx: HttpContext) {
    const { id } = await scopedIssuedInvoice(ctx)
    const { cause, reason } = await ctx.request.validateUsing(rectifyValidator)
    const issued = await rectifyWhole({ invoiceId: id, cause, reason, actor: actorOf(ctx) })
    ctx.session.flash('success', `Rectificativa ${issued.number} emitida.`)
    return ctx.response.redirect().toPath(`/refacturacion-historico/facturas/${issued.id}`)
  }

  async correct(ctx: HttpContext) {
    const { id, number } = await scopedIssuedInvoice(ctx)
    const given = await ctx.request.validateUsing(correctValidator)
    await correctFromPage(
      id,
      {
        recipientName: given.recipient_name ?? '',
        recipientTaxId: given.recipient_tax_id ?? '',
        description: given.description,
        regimes: given.regimes,
      },
      actorOf(ctx)
    )
    return done(ctx, `Subsanación de ${number} registrada: se enviará a la AEAT.`)
  }
}

function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}
