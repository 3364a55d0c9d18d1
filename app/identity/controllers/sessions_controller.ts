import type { HttpContext } from '@adonisjs/core/http'
import { errors as limiterErrors } from '@adonisjs/limiter'
import limiter from '@adonisjs/limiter/services/main'
import { recordLogin } from '#app/identity/actions/record_login'
import { revokeUserSession } from '#app/identity/actions/user_session'
import { verifyPassword } from '#app/identity/actions/verify_password'
import { atLeast } from '#app/identity/at_least'
import { startSession } from '#app/identity/http/browser_session'
import { originOf } from '#app/identity/http/request_origin'
import { listDemoUsers } from '#app/identity/queries/list_demo_users'
import { signInValidator } from '#app/identity/validators/session_validator'

const PENDING_MINUTES = 10

export default class SessionsController {
  async create({ inertia }: HttpContext) {
    return inertia.render('identity/sessions/create', { demo: await listDemoUsers() })
  }

  async store(ctx: HttpContext) {
    const { request, session, response } = ctx
    const { email, password } = await request.validateUsing(signInValidator)
    const origin = originOf(ctx)
    const user = await atLeast(300, () =>
      limitFailures(origin.ip, () => verifyPassword({ email, password, origin }))
    )
    if (user.twoFactorEnabled) {
      session.regenerate()
      session.put('pending_user', { id: user.id, until: Date.now() + PENDING_MINUTES * 60_000 })
      return response.redirect('/two-factor-challenge')
    }
    await recordLogin('login_ok', user, origin)
    if (user.role === 's1st3ma')
      session.flash('warning', 'Su cuenta trabaja sin segundo factor: actívelo en Autenticación 2FA.')
    return startSession(ctx, user, false)
  }

  async destroy(ctx: HttpContext) {
    const { signedIn, session, auth, response } = ctx
    if (signedIn) {
      await revokeUserSession(signedIn.user.id, signedIn.session.id)
      await recordLogin('logout', signedIn.user, originOf(ctx))
      await auth.use('web').logout()
    }
    session.clear()
    session.regenerate()
    return response.redirect('/login')
  }
}

/**
 * Twenty failures in a quarter of an hour from one address shut the door for a quarter more (area 21). Each try counts
 * before it is made, so that many at once are no way around, and only its own count is given back when it succeeds:
 * else somebody with one account could try those of others for ever.
 */
async function limitFailures<T>(ip: string, work: () => Promise<T>): Promise<T> {
  const attempts = limiter.use({ requests: 20, duration: '15 minutes', blockDuration: '15 minutes' })
  const key = `login_${ip}`
  const before = await attempts.get(key)
  if (before && before.remaining <= 0) throw new limiterErrors.E_TOO_MANY_REQUESTS(before)
  const reserved = await attempts.increment(key)
  if (reserved.consumed > reserved.limit) throw new limiterErrors.E_TOO_MANY_REQUESTS(reserved)
  let result: T
  try {
    result = await work()
  } catch (error) {
    if (reserved.consumed >= reserved.limit) await attempts.block(key, '15 minutes')
    throw error
  }
  await attempts.decrement(key)
  return result
}
