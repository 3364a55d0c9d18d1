import type { HttpContext } from '@adonisjs/core/http'
import { openUserSession } from '#app/identity/actions/user_session'
import { originOf } from '#app/identity/http/request_origin'
import { SESSION_TOKEN } from '#app/identity/http/signed_in'
import { homePath } from '#app/identity/menu'
import type User from '#app/identity/models/user'

/** Signs the user in on this browser under a new session id and leads to where they wanted to go. */
export async function startSession(ctx: HttpContext, user: User, passedTwoFactor: boolean) {
  const { auth, session, response } = ctx
  const returnTo = session.pull('return_to') as string | undefined
  session.forget('pending_user')
  await auth.use('web').login(user)
  session.regenerate()
  session.put(SESSION_TOKEN, await openUserSession(user.id, originOf(ctx), passedTwoFactor))
  if (!user.isPastTwoFactor) return response.redirect('/2faSecurity')
  return response.redirect(safePath(returnTo) ?? homePath(user))
}

/** A path of this site: one slash, no host, no scheme. */
function safePath(path: string | undefined): string | null {
  return path && /^\/(?![/\\])/.test(path) && !path.startsWith('/login') ? path : null
}
