import type { HttpContext } from '@adonisjs/core/http'
import { acceptRequest, rejectRequest } from '#app/expenses/actions/provider_requests'
import { findCertificate } from '#app/expenses/queries/list_requests'
import { reasonValidator } from '#app/expenses/validators/expense_validator'
import { sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { actorOf } from '#app/identity/http/request_origin'
import { NotFound } from '#app/kernel/http/access_denied'

/** People who asked over the public page to be taken in as suppliers: those are the group's, not one company's. */
export default class ProviderRequestsController {
  async store(ctx: HttpContext) {
    const providerId = await acceptRequest(Number(ctx.params.request), actorOf(ctx))
    ctx.session.flash(
      'success',
      'Proveedor creado por revisar: valídelo, y otra persona debe verificar su cuenta, antes de pagarle.'
    )
    return ctx.response.redirect(`/providers/${providerId}/edit?tab=banks`)
  }

  async destroy(ctx: HttpContext) {
    const { reason } = await ctx.request.validateUsing(reasonValidator)
    await rejectRequest(Number(ctx.params.request), reason, actorOf(ctx))
    ctx.session.flash('success', 'Solicitud rechazada.')
    return ctx.response.redirect().withQs().back()
  }

  /** The bank's certificate, as an attachment. */
  async show(ctx: HttpContext) {
    const fileId = await findCertificate(Number(ctx.params.request))
    const file = fileId === null ? null : await findFile(fileId)
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }
}
