import hash from '@adonisjs/core/services/hash'
import { type Origin, recordLogin } from '#app/identity/actions/record_login'
import { forgiveAttempts, minutesLocked, reserveAttempt } from '#app/identity/actions/reserve_attempt'
import User from '#app/identity/models/user'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'

type Input = { email: string; password: string; origin: Origin; now?: Date }

const badCredentials = () =>
  new DomainError('E_CREDENTIALS', 'Las credenciales no son correctas.', { field: 'email' })
const locked = (minutes: number) =>
  new DomainError(
    'E_LOCKED',
    `Cuenta bloqueada temporalmente. Inténtelo de nuevo en ${counted(minutes, 'minuto', 'minutos')}.`,
    {
      field: 'email',
    }
  )
let dummyHash: string | null = null

/**
 * The user behind e-mail and password. Throws E_CREDENTIALS, E_LOCKED or E_INACTIVE, each at the field `email`;
 * an unknown e-mail costs the same time and reads the same as a bad password (ASVS 6.3.8). While the account is
 * locked no password is compared, however many are tried at once.
 */
export async function verifyPassword({ email, password, origin, now = new Date() }: Input): Promise<User> {
  const user = await User.findBy('email', email.trim())
  if (!user?.passwordHash) {
    dummyHash ??= await hash.make('nobody-has-this-password')
    await hash.verify(dummyHash, password)
    await recordLogin('login_unknown', { email }, origin)
    throw badCredentials()
  }
  if (!(await reserveAttempt(user.id, 'login', now))) {
    await recordLogin('login_locked', user, origin)
    throw locked(await minutesLocked(user.id, 'login', now))
  }
  if (!(await hash.verify(user.passwordHash, password))) {
    await recordLogin('login_bad_password', user, origin)
    throw badCredentials()
  }
  await forgiveAttempts(user.id, 'login')
  if (user.status !== 'active') {
    await recordLogin('login_inactive', user, origin)
    throw new DomainError('E_INACTIVE', 'Su usuario está desactivado. Contacte con un administrador.', {
      field: 'email',
    })
  }
  return user
}
