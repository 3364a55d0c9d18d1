import { type Origin, recordLogin } from '#app/identity/actions/record_login'
import { forgiveAttempts, minutesLocked, reserveAttempt } from '#app/identity/actions/reserve_attempt'
import { minutesUntil } from '#app/identity/lockout'
import User from '#app/identity/models/user'
import { spendRecoveryCode } from '#app/identity/recovery_codes'
import { CODE_LENGTH, decryptSecret, looksLikeClockDrift, matchingStep } from '#app/identity/totp'
import { execute } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'

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
  const secret = decryptSecret(user.twoFactorSecretEnc)
  const attempt = await reserveCode(user, origin, now)
  const step = matchingStep(secret, digits, now)
  if (step === null || !(await claimStep(userId, step))) {
    const hint =
      step === null && looksLikeClockDrift(secret, digits, now) ? ' Compruebe la hora de su dispositivo.' : ''
    await recordLogin(purpose === 'login' ? 'code_bad' : 'step_up_bad', user, origin)
    throw attempt.isLast
      ? codeLocked(attempt.minutes)
      : new DomainError('E_CODE', `El código no es válido o ha caducado.${hint}`, { field: 'code' })
  }
  await forgiveAttempts(userId, 'code')
  await recordLogin(purpose === 'login' ? 'code_ok' : 'step_up_ok', user, origin)
}

/** Accepts a recovery code, once. It shares the counter of attempts with the codes of the authenticator. */
export async function verifyRecoveryCode({ userId, code, origin, now = new Date() }: Input): Promise<void> {
  const user = await User.findOrFail(userId)
  const attempt = await reserveCode(user, origin, now)
  if (!(await spendRecoveryCode(userId, code, origin.ip))) {
    await recordLogin('code_bad', user, origin)
    throw attempt.isLast
      ? codeLocked(attempt.minutes)
      : new DomainError('E_RECOVERY', 'El código de recuperación no es válido o ya se ha utilizado.', {
          field: 'recovery_code',
        })
  }
  await forgiveAttempts(userId, 'code')
  await recordLogin('recovery_used', user, origin)
}

async function claimStep(userId: number, step: number): Promise<boolean> {
  const claimed = await execute(
    `update users set two_factor_last_step = :step
      where id = :userId and (two_factor_last_step is null or two_factor_last_step < :step)`,
    { userId, step }
  )
  return claimed === 1
}

/** Counts the attempt before anything is compared; throws E_CODE_LOCKED when there are none left. */
async function reserveCode(
  user: User,
  origin: Origin,
  now: Date
): Promise<{ isLast: boolean; minutes: number }> {
  const attempt = await reserveAttempt(user.id, 'code', now)
  if (!attempt) {
    await recordLogin('code_locked', user, origin)
    throw codeLocked(await minutesLocked(user.id, 'code', now))
  }
  const { lockedUntil } = attempt
  return { isLast: lockedUntil !== null, minutes: minutesUntil(lockedUntil ?? now, now) }
}

const codeLocked = (minutes: number) =>
  new DomainError('E_CODE_LOCKED', `Demasiados intentos. Espere ${counted(minutes, 'minuto', 'minutos')}.`, {
    field: 'code',
  })
