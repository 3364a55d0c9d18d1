import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { revokePublicLink, rotatePublicLink } from '#app/sites/actions/rotate_public_link'
import { scopedSite } from '#app/sites/scoped'

/** The public link of a company: a new one, shown once (store), or none (destroy). */
export default class PublicLinksController {
  async store(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    ctx.session.put(`public_token_${site.id}`, await rotatePublicLink(site.id, actorOf(ctx)))
    ctx.session.flash('success', 'Enlace nuevo creado. Cópielo ahora: no se volverá a mostrar.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const site = await scopedSite(ctx)
    await revokePublicLink(site.id, actorOf(ctx))
    ctx.session.flash('success', 'Enlace público anulado.')
    return ctx.response.redirect().withQs().back()
  }
}
