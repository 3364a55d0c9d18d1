import { recordEvent, type SYSTEM } from '#app/audit/record_event'
import { type Origin, recordLogin } from '#app/identity/actions/record_login'
import type User from '#app/identity/models/user'
import { replaceRecoveryCodes } from '#app/identity/recovery_codes'
import { CODE_LENGTH, encryptSecret, matchingStep } from '#app/identity/totp'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type EnableInput = { user: User; secret: string; code: string; origin: Origin; now?: Date }

/** Switches the second factor on with a first right code; gives the ten recovery codes, shown once. */
export async function enableTwoFactor({
  user,
  secret,
  code,
  origin,
  now = new Date(),
}: EnableInput): Promise<string[]> {
  const digits = code.replace(/\s/g, '')
  if (digits.length !== CODE_LENGTH)
    throw new DomainError('E_CODE_FORMAT', 'El código debe tener 6 dígitos.', { field: 'code' })
  const step = matchingStep(secret, digits, now)
  if (step === null)
    throw new DomainError('E_CODE', 'El código no es válido o ha caducado.', { field: 'code' })
  const codes = await inTransaction(async (trx) => {
    await execute(
      `update users set two_factor_enabled = true, two_factor_secret_enc = :secret, two_factor_confirmed_at = now(),
              two_factor_last_step = :step, failed_codes = 0, code_locked_until = null where id = :id`,
      { id: user.id, secret: encryptSecret(secret), step },
      trx
    )
    await recordEvent(
      { actor: ownActor(user), objectType: 'user', objectId: user.id, event: 'user.two_factor_enabled' },
      trx
    )
    return replaceRecoveryCodes(user.id, trx)
  })
  await recordLogin('2fa_enabled', user, origin)
  return codes
}

/** Switches the second factor off and forgets secret and codes. */
export async function disableTwoFactor(user: User, origin: Origin): Promise<void> {
  await inTransaction((trx) => forgetTwoFactor(user.id, ownActor(user), trx))
  await recordLogin('2fa_disabled', user, origin)
}

/** Ten new recovery codes; the old ones are void. */
export async function renewRecoveryCodes(user: User, origin: Origin): Promise<string[]> {
  const codes = await inTransaction((trx) => replaceRecoveryCodes(user.id, trx))
  await recordLogin('recovery_regenerated', user, origin)
  return codes
}

/**
 * Forgets secret and recovery codes of a user, in the transaction of who decided it. Done by somebody else it waits for a
 * second person before they approve again.
 */
export async function forgetTwoFactor(
  userId: number,
  actor: typeof SYSTEM,
  trx: Parameters<typeof recordEvent>[1]
): Promise<void> {
  await execute(
    `update users set two_factor_enabled = false, two_factor_secret_enc = null, two_factor_confirmed_at = null,
            two_factor_last_step = null, updated_by = :by where id = :userId`,
    { userId, by: actor.userId },
    trx
  )
  await execute(`delete from user_recovery_codes where user_id = :userId`, { userId }, trx)
  await recordEvent({ actor, objectType: 'user', objectId: userId, event: 'user.two_factor_disabled' }, trx)
}

const ownActor = (user: User) => ({ userId: user.id, kind: 'user' as const })
