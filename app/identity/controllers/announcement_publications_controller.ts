import type { HttpContext } from '@adonisjs/core/http'
import { moveAnnouncement } from '#app/identity/actions/save_announcement'
import { actorOf } from '#app/identity/http/request_origin'

/** Publishing is a resource of its own: made by publishing, ended by withdrawing. */
export default class AnnouncementPublicationsController {
  async store(ctx: HttpContext) {
    await moveAnnouncement(Number(ctx.params.id), 'publish', actorOf(ctx))
    ctx.session.flash('success', 'Anuncio publicado.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    await moveAnnouncement(Number(ctx.params.id), 'withdraw', actorOf(ctx))
    ctx.session.flash('success', 'Anuncio retirado.')
    return ctx.response.redirect().withQs().back()
  }
}
