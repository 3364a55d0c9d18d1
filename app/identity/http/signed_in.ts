import type { HttpContext } from '@adonisjs/core/http'
import { findUserSession, type OpenSession } from '#app/identity/actions/user_session'
import type User from '#app/identity/models/user'
import { findScope } from '#app/identity/queries/find_scope'

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

/** Looks up who asks; null for guests and for a session that was ended elsewhere, idle for an hour or too old. */
export async function findSignedIn({ auth, session, route }: HttpContext): Promise<SignedIn | null> {
  const token = session.get(SESSION_TOKEN) as string | undefined
  if (!token || !(await auth.check())) return null
  const user = auth.getUserOrFail()
  const asked = ASKED_BY_ITSELF.has(route?.name ?? '') ? 'byItself' : 'byPerson'
  const open = await findUserSession(token, asked)
  if (open && open.userId === user.id && user.status === 'active') {
    return { user, session: open, siteIds: await findScope(user) }
  }
  await auth.use('web').logout()
  session.forget(SESSION_TOKEN)
  session.put('session_expired', true)
  return null
}
