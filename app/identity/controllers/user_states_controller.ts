import type { HttpContext } from '@adonisjs/core/http'
import { resendPasswordLink } from '#app/identity/actions/invite_user'
import { closeSessions, moveUser, resetTwoFactor, unlockUser } from '#app/identity/actions/move_user'
import { managerOf } from '#app/identity/http/manager'
import { actorOf } from '#app/identity/http/request_origin'
import { userReasonValidator } from '#app/identity/validators/user_validator'
import type { UserTransition } from '#app/identity/workflows/user_workflow'

/** What is done to a user beside their data: state, password, second factor, sessions. */
export default class UserStatesController {
  async suspend(ctx: HttpContext) {
    return this.move(ctx, 'suspend', 'Usuario suspendido: sus sesiones se han cerrado.')
  }

  async reactivate(ctx: HttpContext) {
    return this.move(ctx, 'reactivate', 'Usuario reactivado.')
  }

  async archive(ctx: HttpContext) {
    return this.move(ctx, 'archive', 'Usuario archivado.')
  }

  async unlock(ctx: HttpContext) {
    await unlockUser(Number(ctx.params.id), managerOf(ctx), actorOf(ctx))
    return this.done(ctx, 'Usuario desbloqueado.')
  }

  async resetTwoFactor(ctx: HttpContext) {
    await resetTwoFactor(Number(ctx.params.id), managerOf(ctx), actorOf(ctx))
    return this.done(ctx, 'Autenticación en dos pasos restablecida: se ha avisado al usuario.')
  }

  async sendLink(ctx: HttpContext) {
    await resendPasswordLink(Number(ctx.params.id), managerOf(ctx), actorOf(ctx))
    return this.done(ctx, 'Enlace enviado por correo.')
  }

  async closeSession(ctx: HttpContext) {
    const session = ctx.params.session as string | undefined
    const ended = await closeSessions(Number(ctx.params.id), session ?? null, managerOf(ctx), actorOf(ctx))
    return this.done(ctx, ended === 1 ? '1 sesión cerrada.' : `${ended} sesiones cerradas.`)
  }

  private async move(ctx: HttpContext, transition: UserTransition, message: string) {
    const { reason } = await ctx.request.validateUsing(userReasonValidator)
    await moveUser(Number(ctx.params.id), transition, reason ?? null, managerOf(ctx), actorOf(ctx))
    return this.done(ctx, message)
  }

  private done(ctx: HttpContext, message: string) {
    ctx.session.flash('success', message)
    return ctx.response.redirect().withQs().back()
  }
}
