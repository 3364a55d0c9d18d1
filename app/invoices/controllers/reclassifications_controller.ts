import type { HttpContext } from '@adonisjs/core/http'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { requestReclassification } from '#app/invoices/jobs/reclassify_job'

/** «Reclasificar histórico»: in the background, for the companies of who asks. */
export default class ReclassificationsController {
  async store(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    await requestReclassification({ siteIds: scopeOf(ctx), userId: user.id })
    ctx.session.flash('success', 'Reclasificación en marcha: verá el resultado en las tareas.')
    return ctx.response.redirect().withQs().back()
  }
}
