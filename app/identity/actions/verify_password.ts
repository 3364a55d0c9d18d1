import hash from '@adonisjs/core/services/hash'
import { failedLately, type Origin, recordLogin } from '#app/identity/actions/record_login'
import { FAILURES_MAX, lockMinutes, refuseWhileLocked } from '#app/identity/lockout'
import User from '#app/identity/models/user'
import { DomainError } from '#app/kernel/domain_error'
import { execute } from '#app/kernel/sql'

type Input = { email: string; password: string; origin: Origin; now?: Date }

const badCredentials = () =>
  new DomainError('E_CREDENTIALS', 'Las credenciales no son correctas.', { field: 'email' })
let dummyHash: string | null = null

/**
 * The user behind e-mail and password. Throws E_CREDENTIALS, E_LOCKED or E_INACTIVE, each at the field `email`;
 * an unknown e-mail costs the same time and reads the same as a bad password (ASVS 6.3.8).
 */
export async function verifyPassword({ email, password, origin, now = new Date() }: Input): Promise<User> {
  const user = await User.findBy('email', email.trim())
  if (!user?.passwordHash) {
    dummyHash ??= await hash.make('nobody-has-this-password')
    await hash.verify(dummyHash, password)
    await recordLogin('login_unknown', { email }, origin)
    throw badCredentials()
  }
  const matches = await hash.verify(user.passwordHash, password)
  if (user.lockedUntil && user.lockedUntil.toJSDate() > now) await recordLogin('login_locked', user, origin)
  refuseWhileLocked(user.lockedUntil?.toJSDate() ?? null, now, 'email')
  if (!matches) {
    await recordLogin('login_bad_password', user, origin)
    await countFailure(user, now)
    throw badCredentials()
  }
  if (user.status !== 'active') {
    await recordLogin('login_inactive', user, origin)
    throw new DomainError('E_INACTIVE', 'Su usuario está desactivado. Contacte con un administrador.', {
      field: 'email',
    })
  }
  await execute(`update users set failed_logins = 0, lock_count = 0, locked_until = null where id = :id`, {
    id: user.id,
  })
  return user
}

async function countFailure(user: User, now: Date): Promise<void> {
  const until = new Date(now.getTime() + lockMinutes(user.lockCount) * 60_000)
  const lately = await failedLately(user.id, ['login_bad_password'])
  await execute(
    `update users set
       failed_logins = case when not :lately then 1 when failed_logins + 1 >= :max then 0 else failed_logins + 1 end,
       lock_count = case when :lately and failed_logins + 1 >= :max then lock_count + 1 else lock_count end,
       locked_until = case when :lately and failed_logins + 1 >= :max then :until::timestamptz else locked_until end
     where id = :id`,
    { id: user.id, max: FAILURES_MAX, until, lately }
  )
}
