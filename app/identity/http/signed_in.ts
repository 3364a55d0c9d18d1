import type { HttpContext } from '@adonisjs/core/http'
import { markSessionUse, type OpenSession } from '#app/identity/actions/user_session'
import type User from '#app/identity/models/user'
import { findSessionUser } from '#app/identity/queries/find_session_user'

/** The signed-in person of a request: the user, the open session and the companies in scope. */
export type SignedIn = { user: User; session: OpenSession; siteIds: number[] | 'all' }

declare module '@adonisjs/core/http' {
  interface HttpContext {
    signedIn: SignedIn | null
  }
}

/** Where the browser's session keeps the token of the open session. */
export const SESSION_TOKEN = 'caudal_session_token'

/** Routes that an open page asks without anybody using it: they do not count as use of the session. */
const ASKED_BY_ITSELF = new Set(['jobs.stream'])

/** The signed-in person behind a guarded route. Throws where no guard stands: that is a bug in the routes. */
export function requireSignedIn({ signedIn }: HttpContext): SignedIn {
  if (!signedIn) throw new Error('This route has no guard')
  return signedIn
}

/**
 * Looks up who asks; null for guests and for a session that was ended elsewhere, idle for an hour or too old. Its last use
 * is brought up to date, unless the page asks by itself: an open page that nobody uses keeps no session alive.
 */
export async function findSignedIn({ auth, session, route }: HttpContext): Promise<SignedIn | null> {
  const token = session.get(SESSION_TOKEN) as string | undefined
  if (!token) return null
  const found = await findSessionUser(token)
  const guard = auth.use('web')
  if (found && found.user.id === session.get(guard.sessionKeyName)) {
    const { isUseStale, ...signedIn } = found
    if (isUseStale && !ASKED_BY_ITSELF.has(route?.name ?? '')) await markSessionUse(found.session.id)
    return signedIn
  }
  await guard.logout()
  session.forget(SESSION_TOKEN)
  session.put('session_expired', true)
  return null
}
