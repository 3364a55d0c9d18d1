import type { HttpContext } from '@adonisjs/core/http'
import { revokeUserSession, revokeUserSessions } from '#app/identity/actions/user_session'
import { requireSignedIn } from '#app/identity/http/signed_in'

export default class OwnSessionsController {
  async destroy(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const ended = await revokeUserSession(user.id, String(ctx.params.session))
    ctx.session.flash(
      ended ? 'success' : 'warning',
      ended ? 'Sesión cerrada.' : 'La sesión ya estaba cerrada.'
    )
    return ctx.response.redirect('/2faSecurity')
  }

  async clear(ctx: HttpContext) {
    const { user, session } = requireSignedIn(ctx)
    const ended = await revokeUserSessions(user.id, session.id)
    ctx.session.flash('success', ended === 1 ? '1 sesión cerrada.' : `${ended} sesiones cerradas.`)
    return ctx.response.redirect('/2faSecurity')
  }
}
