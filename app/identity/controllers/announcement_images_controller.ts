import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#app/files/send_file'
import { findFile } from '#app/files/store_file'
import { readerOf } from '#app/identity/announcement_reader'
import { findImageFileId } from '#app/identity/queries/announcements'
import { NotFound } from '#app/kernel/http/access_denied'

export default class AnnouncementImagesController {
  /** The stored picture, for whom the announcement is meant. */
  async show(ctx: HttpContext) {
    const fileId = await findImageFileId(Number(ctx.params.id), readerOf(ctx))
    const file = fileId === null ? null : await findFile(fileId)
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }
}
