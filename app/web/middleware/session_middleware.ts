import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { findUserSession, type OpenSession } from '#app/identity/actions/user_session'
import type User from '#app/identity/models/user'
import { rows } from '#app/kernel/sql'

/** The signed-in person of a request: the user, the open session and the companies in scope. */
export type SignedIn = { user: User; session: OpenSession; siteIds: number[] | 'all' }

declare module '@adonisjs/core/http' {
  interface HttpContext {
    signedIn: SignedIn | null
  }
}

export const SESSION_TOKEN = 'caudal_session_token'

/** Looks up who asks. A session that was ended elsewhere, idle for an hour or older than twelve hours is nobody's. */
export default class SessionMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    ctx.signedIn = await this.findSignedIn(ctx)
    ctx.view.share({ themePreference: ctx.signedIn?.user.themePreference ?? '' })
    return next()
  }

  private async findSignedIn({ auth, session }: HttpContext): Promise<SignedIn | null> {
    const token = session.get(SESSION_TOKEN) as string | undefined
    if (!token || !(await auth.check())) return null
    const user = auth.getUserOrFail()
    const open = await findUserSession(token)
    if (!open || open.userId !== user.id || user.status !== 'active') {
      await auth.use('web').logout()
      session.forget(SESSION_TOKEN)
      session.put('session_expired', true)
      return null
    }
    return { user, session: open, siteIds: await this.findScope(user) }
  }

  private async findScope(user: User): Promise<number[] | 'all'> {
    if (user.allSites || user.role === 's1st3ma') return 'all'
    const scope = await rows<{ siteId: number }>(`select site_id from user_sites where user_id = :id`, { id: user.id })
    return scope.map((site) => site.siteId)
  }
}
