import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { imageBytesMax, imageTooLarge } from '#app/identity/announcement_image'
import type { AnnouncementInput } from '#app/identity/announcement_input'
import { announcementValidator } from '#app/identity/validators/announcement_validator'

/** The form of an announcement with the bytes of its picture. Throws at `image` when that is larger than 2 MB. */
export async function announcementForm({ request }: HttpContext): Promise<AnnouncementInput> {
  const { image, ...input } = await request.validateUsing(announcementValidator)
  if (!image?.tmpPath) return input
  if (image.size > imageBytesMax) throw imageTooLarge()
  return { ...input, image: { name: image.clientName, bytes: await readFile(image.tmpPath) } }
}
