import type { HttpContext } from '@adonisjs/core/http'
import { markAnnouncements } from '#app/identity/actions/mark_announcements'
import { readerOf } from '#app/identity/announcement_reader'
import { isInAudience, listUnreadAnnouncements } from '#app/identity/queries/announcements'
import { markMultipleValidator } from '#app/identity/validators/announcement_validator'

/** The plain calls of the announcement modal (specification §7). */
export default class UnreadAnnouncementsController {
  async index(ctx: HttpContext) {
    return ctx.response.send({ data: await listUnreadAnnouncements(readerOf(ctx)) })
  }

  async store(ctx: HttpContext) {
    const [error, input] = await markMultipleValidator.tryValidate(ctx.request.all())
    if (error)
      return ctx.response
        .status(422)
        .send({ errors: { announcement_ids: 'Seleccione al menos un elemento.' } })
    await markAnnouncements(input.announcement_ids, readerOf(ctx), 'read_at')
    return ctx.response.noContent()
  }

  async update(ctx: HttpContext) {
    return this.mark(ctx, 'read_at')
  }

  async destroy(ctx: HttpContext) {
    return this.mark(ctx, 'dismissed_at')
  }

  private async mark(ctx: HttpContext, mark: 'read_at' | 'dismissed_at') {
    const id = Number(ctx.params.id)
    const reader = readerOf(ctx)
    if (!(await isInAudience(id, reader)))
      return ctx.response.notFound({ errors: { form: 'No encontrado.' } })
    await markAnnouncements([id], reader, mark)
    return ctx.response.noContent()
  }
}
