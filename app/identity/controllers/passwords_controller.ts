import type { HttpContext } from '@adonisjs/core/http'
import { findPasswordToken, setPassword } from '#app/identity/actions/set_password'
import { originOf } from '#app/identity/http/request_origin'
import { passwordValidator } from '#app/identity/validators/session_validator'
import { DomainError } from '#app/kernel/domain_error'

/** The page behind the link of an invitation or a reset. */
export default class PasswordsController {
  async create({ params, inertia }: HttpContext) {
    const token = String(params.token)
    const pending = await findPasswordToken(token)
    return inertia.render('identity/passwords/create', {
      token,
      email: pending?.email ?? '',
      expired: pending === null,
    })
  }

  async store(ctx: HttpContext) {
    const { password, password_confirmation: repeated } = await ctx.request.validateUsing(passwordValidator)
    if (password !== repeated)
      throw new DomainError('E_CONFIRMATION', 'Los dos valores no coinciden.', {
        field: 'password_confirmation',
      })
    await setPassword(String(ctx.params.token), password, {
      ip: originOf(ctx).ip,
      requestId: ctx.request.id() ?? null,
    })
    ctx.session.flash('success', 'Contraseña guardada. Inicie sesión.')
    return ctx.response.redirect('/login')
  }
}
