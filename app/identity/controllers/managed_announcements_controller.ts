import type { HttpContext } from '@adonisjs/core/http'
import {
  deleteAnnouncement,
  moveAnnouncement,
  saveAnnouncement,
} from '#app/identity/actions/save_announcement'
import { announcementForm } from '#app/identity/http/announcement_form'
import { actorOf } from '#app/identity/http/request_origin'
import Announcement from '#app/identity/models/announcement'
import { storedImageAddress } from '#app/identity/queries/announcements'
import {
  announcementsFilter,
  managedAnnouncementsList,
} from '#app/identity/queries/list_managed_announcements'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { listOf } from '#app/kernel/lists/listing'

export default class ManagedAnnouncementsController {
  async index(ctx: HttpContext) {
    const { type, status } = ctx.request.qs() as Record<string, unknown>
    const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
    const filters = { q: searchText(ctx), type: textOf(type), status: textOf(status) }
    return ctx.inertia.render('identity/announcements/manage/index', {
      announcements: await listOf(
        managedAnnouncementsList,
        listRequest(ctx, managedAnnouncementsList.definition),
        announcementsFilter(filters)
      ),
      filters,
    })
  }

  async create({ inertia }: HttpContext) {
    return inertia.render('identity/announcements/create', {})
  }

  async store(ctx: HttpContext) {
    const announcement = await saveAnnouncement(null, await announcementForm(ctx), actorOf(ctx))
    if (ctx.request.input('publish')) await moveAnnouncement(announcement.id, 'publish', actorOf(ctx))
    ctx.session.flash('success', 'Anuncio guardado.')
    return ctx.response.redirect('/announcements/manage')
  }

  async edit({ params, inertia }: HttpContext) {
    const found = await Announcement.findOrFail(params.id)
    return inertia.render('identity/announcements/edit', {
      announcement: {
        id: found.id,
        title: found.title,
        type: found.type,
        status: found.status,
        icon: found.icon,
        description: found.description,
        imageUrl: found.imageUrl,
        storedImageUrl: storedImageAddress(found),
        content: found.content,
        actionUrl: found.actionUrl,
        actionText: found.actionText,
        roles: found.roles,
        siteIds: found.siteIds,
        startsAt: found.startsAt.toISO() ?? '',
        endsAt: found.endsAt?.toISO() ?? null,
        priority: found.priority,
        lockVersion: found.lockVersion,
      },
    })
  }

  async update(ctx: HttpContext) {
    await saveAnnouncement(Number(ctx.params.id), await announcementForm(ctx), actorOf(ctx))
    ctx.session.flash('success', 'Anuncio guardado.')
    return ctx.response.redirect('/announcements/manage')
  }

  async destroy({ params, session, response }: HttpContext) {
    await deleteAnnouncement(Number(params.id))
    session.flash('success', 'Borrador eliminado.')
    return response.redirect('/announcements/manage')
  }
}
