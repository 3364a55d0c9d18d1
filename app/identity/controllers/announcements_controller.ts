import type { HttpContext } from '@adonisjs/core/http'
import { readerOf } from '#app/identity/announcement_reader'
import { listPastAnnouncements } from '#app/identity/queries/announcements'

/** The history that every user reads. */
export default class AnnouncementsController {
  async index(ctx: HttpContext) {
    const canManage = ctx.signedIn?.user.role === 's1st3ma'
    return ctx.inertia.render('identity/announcements/index', {
      announcements: await listPastAnnouncements(readerOf(ctx)),
      canManage,
    })
  }
}
