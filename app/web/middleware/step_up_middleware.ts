import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { markStepUp } from '#app/identity/actions/user_session'
import { verifyPassword } from '#app/identity/actions/verify_password'
import { verifyCode } from '#app/identity/actions/verify_second_factor'
import { demoCode } from '#app/identity/demo_code'
import { originOf } from '#app/identity/http/request_origin'
import { isDomainError } from '#app/kernel/domain_error'

/**
 * Highest-risk acts ask for the second factor again, for five minutes (area 21). The submission is answered
 * with `errors.step_up`; the kit asks for the code and repeats the same submission with `_step_up_code`.
 */
export default class StepUpMiddleware {
  async handle(ctx: HttpContext, next: NextFn) {
    const { signedIn, request } = ctx
    if (!signedIn || signedIn.session.steppedUp) return next()
    const code = request.input('_step_up_code') as unknown
    if (typeof code !== 'string' || code === '') return this.ask(ctx, 'Confirme su identidad.')
    try {
      const origin = originOf(ctx)
      if (signedIn.user.twoFactorEnabled)
        await verifyCode({ userId: signedIn.user.id, code, origin, purpose: 'step_up' })
      else await verifyPassword({ email: signedIn.user.email, password: code, origin })
    } catch (error) {
      if (!isDomainError(error)) throw error
      return this.ask(ctx, error.message)
    }
    await markStepUp(signedIn.session.id)
    return next()
  }

  private async ask({ session, response, signedIn }: HttpContext, message: string) {
    const code = signedIn ? await demoCode(signedIn.user.id) : null
    session.flash('inputErrorsBag', { step_up: [message], ...(code ? { step_up_demo: [code] } : {}) })
    return response.redirect().withQs().back()
  }
}
