import type { HttpContext } from '@adonisjs/core/http'
import { recordLogin } from '#app/identity/actions/record_login'
import { tellRecoveryCodeUsed } from '#app/identity/actions/tell_recovery_code_used'
import { verifyCode, verifyRecoveryCode } from '#app/identity/actions/verify_second_factor'
import { atLeast } from '#app/identity/at_least'
import { demoCode } from '#app/identity/demo_code'
import { startSession } from '#app/identity/http/browser_session'
import { originOf } from '#app/identity/http/request_origin'
import User from '#app/identity/models/user'
import { countRecoveryCodes } from '#app/identity/recovery_codes'
import { challengeValidator } from '#app/identity/validators/session_validator'
import { DomainError, isDomainError } from '#app/kernel/domain_error'

type Pending = { id: number; until: number }

/** The page between password and second factor. Its session holds a pending user and nothing else. */
export default class TwoFactorChallengesController {
  async create(ctx: HttpContext) {
    const pending = pendingUser(ctx)
    if (!pending) return this.expired(ctx)
    return ctx.inertia.render('identity/two_factor_challenges/create', {
      demoCode: await demoCode(pending.id),
    })
  }

  async show(ctx: HttpContext) {
    const pending = pendingUser(ctx)
    if (!pending) return this.expired(ctx)
    return ctx.inertia.render('identity/old_two_factor_challenges/create', {
      demoCode: await demoCode(pending.id),
    })
  }

  async store(ctx: HttpContext) {
    const { request, session } = ctx
    const pending = pendingUser(ctx)
    if (!pending) return this.expired(ctx)
    const { code = '', recovery_code: recovery } = await request.validateUsing(challengeValidator)
    if (!code && !recovery)
      throw new DomainError('E_REQUIRED', 'Este campo es obligatorio.', {
        field: 'recovery_code' in request.all() ? 'recovery_code' : 'code',
      })
    const spent = recovery ?? (/[a-z-]/i.test(code) ? code : null)
    try {
      await atLeast(300, () => verify(pending.id, code, spent, ctx))
    } catch (error) {
      if (!isDomainError(error) || error.code !== 'E_CODE_LOCKED') throw error
      session.forget('pending_user')
      session.flash('error', error.message)
      return ctx.response.redirect('/login')
    }
    if (spent)
      session.flash(
        'warning',
        `Ha usado un código de recuperación. Le quedan ${await countRecoveryCodes(pending.id)}.`
      )
    const user = await User.findOrFail(pending.id)
    if (spent) await tellRecoveryCodeUsed(user)
    await recordLogin('login_ok', user, originOf(ctx))
    return startSession(ctx, user, true)
  }

  private expired({ session, response }: HttpContext) {
    session.flash('warning', 'La verificación ha caducado. Inicie sesión de nuevo.')
    return response.redirect('/login')
  }
}

function verify(userId: number, code: string, recovery: string | null, ctx: HttpContext): Promise<void> {
  const origin = originOf(ctx)
  return recovery
    ? verifyRecoveryCode({ userId, code: recovery, origin })
    : verifyCode({ userId, code, origin })
}

function pendingUser({ session }: HttpContext): Pending | null {
  const pending = session.get('pending_user') as Pending | undefined
  return pending && pending.until > Date.now() ? pending : null
}
