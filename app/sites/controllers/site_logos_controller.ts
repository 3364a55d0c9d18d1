import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { LOGO_BYTES_MAX, logoTooLarge, setSiteLogo } from '#app/sites/actions/set_site_logo'
import { findSiteLogo } from '#app/sites/queries/site_logo'
import { scopedSite } from '#app/sites/scoped'
import { logoValidator } from '#app/sites/validators/site_validator'

/** The mark of a company: seen, put in place, taken away. */
export default class SiteLogosController {
  async show(ctx: HttpContext) {
    const file = await findSiteLogo((await scopedSite(ctx)).id)
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }

  async store(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    const { logo: upload } = await ctx.request.validateUsing(logoValidator)
    if (!upload.tmpPath) throw new DomainError('E_NO_FILE', 'Elija una imagen.', { field: 'logo' })
    if (upload.size > LOGO_BYTES_MAX) throw logoTooLarge()
    await setSiteLogo(site.id, await readFile(upload.tmpPath), actorOf(ctx))
    ctx.session.flash('success', 'Logotipo guardado.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    await setSiteLogo(site.id, null, actorOf(ctx))
    ctx.session.flash('success', 'Logotipo quitado.')
    return ctx.response.redirect().withQs().back()
  }
}
