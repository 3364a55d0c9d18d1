import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { retryExport } from '#app/web/actions/request_export'

/** Asking again for a file that could not be made. */
export default class ExportRetriesController {
  async store(ctx: HttpContext) {
    await retryExport(Number(ctx.params.id), requireSignedIn(ctx).user.id)
    ctx.session.flash('info', 'La exportación se prepara de nuevo.')
    return ctx.response.redirect('/exports')
  }
}
