import {
  failedLately,
  type LoginEventKind,
  type Origin,
  recordLogin,
} from '#app/identity/actions/record_login'
import { FAILURES_MAX, lockMinutes, minutesUntil } from '#app/identity/lockout'
import User from '#app/identity/models/user'
import { spendRecoveryCode } from '#app/identity/recovery_codes'
import { CODE_LENGTH, decryptSecret, looksLikeClockDrift, matchingStep } from '#app/identity/totp'
import { DomainError } from '#app/kernel/domain_error'
import { execute, oneRow } from '#app/kernel/sql'

type Input = { userId: number; code: string; origin: Origin; purpose?: 'login' | 'step_up'; now?: Date }

/**
 * Accepts a code of the authenticator, once: the accepted step is remembered in the same statement that checks
 * it, so ten posts at once give one success. Throws at the field `code`; E_CODE_LOCKED when too many failed.
 */
export async function verifyCode({
  userId,
  code,
  origin,
  purpose = 'login',
  now = new Date(),
}: Input): Promise<void> {
  const digits = code.replace(/\s/g, '')
  if (!new RegExp(`^\\d{${CODE_LENGTH}}$`).test(digits)) {
    throw new DomainError('E_CODE_FORMAT', 'El código debe tener 6 dígitos.', { field: 'code' })
  }
  const user = await User.findOrFail(userId)
  await refuseWhileCodeLocked(user, origin, now)
  const secret = decryptSecret(user.twoFactorSecretEnc)
  const step = matchingStep(secret, digits, now)
  if (step === null || !(await claimStep(userId, step))) {
    const hint =
      step === null && looksLikeClockDrift(secret, digits, now) ? ' Compruebe la hora de su dispositivo.' : ''
    await countFailure(user, origin, purpose === 'login' ? 'code_bad' : 'step_up_bad', now)
    throw new DomainError('E_CODE', `El código no es válido o ha caducado.${hint}`, { field: 'code' })
  }
  await recordLogin(purpose === 'login' ? 'code_ok' : 'step_up_ok', user, origin)
}

/** Accepts a recovery code, once. It shares the counter of failures with the codes of the authenticator. */
export async function verifyRecoveryCode({ userId, code, origin, now = new Date() }: Input): Promise<void> {
  const user = await User.findOrFail(userId)
  await refuseWhileCodeLocked(user, origin, now)
  if (!(await spendRecoveryCode(userId, code, origin.ip))) {
    await countFailure(user, origin, 'code_bad', now)
    throw new DomainError('E_RECOVERY', 'El código de recuperación no es válido o ya se ha utilizado.', {
      field: 'recovery_code',
    })
  }
  await execute(`update users set failed_codes = 0, code_locked_until = null where id = :userId`, { userId })
  await recordLogin('recovery_used', user, origin)
}

async function claimStep(userId: number, step: number): Promise<boolean> {
  const claimed = await execute(
    `update users set two_factor_last_step = :step, failed_codes = 0, code_locked_until = null
      where id = :userId and (two_factor_last_step is null or two_factor_last_step < :step)`,
    { userId, step }
  )
  return claimed === 1
}

async function refuseWhileCodeLocked(user: User, origin: Origin, now: Date): Promise<void> {
  const until = user.codeLockedUntil?.toJSDate()
  if (!until || until <= now) return
  await recordLogin('code_locked', user, origin)
  throw new DomainError('E_CODE_LOCKED', `Demasiados intentos. Espere ${minutesUntil(until, now)} minutos.`, {
    field: 'code',
  })
}

async function countFailure(user: User, origin: Origin, kind: LoginEventKind, now: Date): Promise<void> {
  const until = new Date(now.getTime() + lockMinutes(0) * 60_000)
  await recordLogin(kind, user, origin)
  const lately = await failedLately(user.id, ['code_bad', 'step_up_bad'])
  const { locked } = await oneRow<{ locked: boolean }>(
    `update users set failed_codes = case when not :lately then 1 when failed_codes + 1 >= :max then 0 else failed_codes + 1 end,
       code_locked_until = case when :lately and failed_codes + 1 >= :max then :until::timestamptz else code_locked_until end
     where id = :id returning coalesce(code_locked_until > :now::timestamptz, false) as locked`,
    { id: user.id, max: FAILURES_MAX, until, lately, now }
  )
  if (locked) {
    throw new DomainError('E_CODE_LOCKED', `Demasiados intentos. Espere ${lockMinutes(0)} minutos.`, {
      field: 'code',
    })
  }
}
