import type { HttpContext } from '@adonisjs/core/http'
import QRCode from 'qrcode'
import { disableTwoFactor, enableTwoFactor } from '#app/identity/actions/two_factor'
import { listUserSessions } from '#app/identity/actions/user_session'
import { originOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { countRecoveryCodes } from '#app/identity/recovery_codes'
import { newTotpSecret, totpUri } from '#app/identity/totp'
import { challengeValidator } from '#app/identity/validators/session_validator'
import { DomainError } from '#app/kernel/domain_error'
import env from '#start/env'

const SETUP_MINUTES = 15
type Setup = { secret: string; until: number }

export default class TwoFactorController {
  async index(ctx: HttpContext) {
    const { user, session } = requireSignedIn(ctx)
    const setup = user.twoFactorEnabled ? null : this.pendingSetup(ctx)
    return ctx.inertia.render('identity/two_factor/index', {
      enabled: user.twoFactorEnabled,
      confirmedAt: user.twoFactorConfirmedAt?.toISO() ?? null,
      setup: setup && {
        secret: setup.secret,
        qrSvg: await QRCode.toString(totpUri(setup.secret, user.email), { type: 'svg', margin: 1 }),
      },
      remainingCodes: await countRecoveryCodes(user.id),
      sessions: await listUserSessions(user.id, session.id),
      canDisable: !isTwoFactorForced() || user.role === 's1st3ma',
    })
  }

  /** Starts the set-up: the secret waits in the session until a code confirms it. */
  async store(ctx: HttpContext) {
    refuseWhenOn(ctx)
    const { session, response } = ctx
    session.put('two_factor_setup', { secret: newTotpSecret(), until: Date.now() + SETUP_MINUTES * 60_000 })
    return response.redirect('/2faSecurity')
  }

  /** Confirms the set-up with a first code and leads to the recovery codes. */
  async update(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    refuseWhenOn(ctx)
    const { code = '' } = await ctx.request.validateUsing(challengeValidator)
    const setup = this.pendingSetup(ctx)
    if (!setup)
      throw new DomainError('E_SETUP', 'La verificación ha caducado. Vuelva a empezar.', { field: 'code' })
    const codes = await enableTwoFactor({ user, secret: setup.secret, code, origin: originOf(ctx) })
    ctx.session.forget('two_factor_setup')
    ctx.session.put('recovery_codes', codes)
    return ctx.response.redirect('/2faSecurity/active')
  }

  async show({ session, inertia, response }: HttpContext) {
    const codes = session.pull('recovery_codes') as string[] | undefined
    if (!codes) return response.redirect('/2faSecurity')
    return inertia.render('identity/two_factor/show', { codes })
  }

  async destroy(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    if (isTwoFactorForced() && user.role !== 's1st3ma') {
      throw new DomainError('E_FORCED', 'La autenticación en dos pasos es obligatoria para su rol.')
    }
    await disableTwoFactor(user, originOf(ctx))
    ctx.session.flash('success', 'Autenticación en dos pasos desactivada.')
    return ctx.response.redirect('/2faSecurity')
  }

  private pendingSetup({ session }: HttpContext): Setup | null {
    const setup = session.get('two_factor_setup') as Setup | undefined
    return setup && setup.until > Date.now() ? setup : null
  }
}

// Whoever finds an open session must not put an authenticator of their own in the place of the owner's.
function refuseWhenOn(ctx: HttpContext): void {
  if (!requireSignedIn(ctx).user.twoFactorEnabled) return
  throw new DomainError(
    'E_ALREADY_ON',
    'La autenticación en dos pasos ya está activada. Desactívela antes de configurarla de nuevo.'
  )
}

const isTwoFactorForced = () => env.get('FORCE_2FA', true)
