import type { HttpContext } from '@adonisjs/core/http'
import type { SignedIn } from '#app/web/middleware/session_middleware'

/** The signed-in person behind a guarded route. Throws where no guard stands: that is a bug in the routes. */
export function requireSignedIn({ signedIn }: HttpContext): SignedIn {
  if (!signedIn) throw new Error('This route has no guard')
  return signedIn
}
