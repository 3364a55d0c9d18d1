import type { HttpContext } from '@adonisjs/core/http'
import type { Reader } from '#app/identity/queries/announcements'

/** The signed-in user as a reader of announcements. */
export function readerOf({ signedIn }: HttpContext): Reader {
  if (!signedIn) throw new Error('This route has no guard')
  return { userId: signedIn.user.id, role: signedIn.user.role, siteIds: signedIn.siteIds }
}
