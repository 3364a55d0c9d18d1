import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'
import { findExportFile, listExports } from '#app/web/queries/list_exports'

/** The files that a person asked for and that were too long for one answer. */
export default class ExportsController {
  async index(ctx: HttpContext) {
    return ctx.inertia.render('web/exports/index', {
      exports: await listExports(requireSignedIn(ctx).user.id),
    })
  }

  async show(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const viewer = { userId: user.id, role: user.role, siteIds }
    const file = await findExportFile(Number(ctx.params.id), viewer)
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }
}
