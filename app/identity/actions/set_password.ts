import { randomBytes } from 'node:crypto'
import hash from '@adonisjs/core/services/hash'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { hashToken, revokeUserSessions } from '#app/identity/actions/user_session'
import { refuseWeakPassword } from '#app/identity/password_rule'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** How long a link to choose a password is good for (area 03 §1). */
export const LINK_HOURS = 72

type Pending = { id: number; userId: number; email: string; name: string; purpose: 'invitation' | 'reset' }

/**
 * Makes a single-use link of 160 random bits for an invitation or a reset; earlier links of the user are void. Who had it
 * sent to somebody else (`by`) does not make them count as an approver.
 */
export async function makePasswordToken(
  userId: number,
  purpose: Pending['purpose'],
  by: number | null,
  trx: Transaction
): Promise<string> {
  const token = randomBytes(20).toString('base64url')
  await voidPasswordTokens(userId, trx)
  await execute(
    `insert into password_tokens (user_id, purpose, token_hash, expires_at, created_by) values (:userId, :purpose, :hash, now() + make_interval(hours => :hours), :by)`,
    { userId, purpose, hash: hashToken(token), hours: LINK_HOURS, by },
    trx
  )
  return token
}

/** Makes every open link of a user void. */
export async function voidPasswordTokens(userId: number, trx: Transaction): Promise<void> {
  await execute(
    `update password_tokens set used_at = now() where user_id = :userId and used_at is null`,
    { userId },
    trx
  )
}

/** The open link behind a token; null when it is unknown, used or too old. */
export function findPasswordToken(token: string): Promise<Pending | null> {
  return row<Pending>(
    `select t.id, t.user_id, u.email::text, u.name, t.purpose from password_tokens t join users u on u.id = t.user_id
      where t.token_hash = :hash and t.used_at is null and t.expires_at > now() and u.status in ('invited', 'active')`,
    { hash: hashToken(token) }
  )
}

/** Sets the password of the link's user, once, and ends every session of theirs. Throws at `password`. */
export async function setPassword(
  token: string,
  password: string,
  origin: Omit<Actor, 'userId' | 'kind'>
): Promise<void> {
  const pending = await findPasswordToken(token)
  if (!pending)
    throw new DomainError('E_TOKEN', 'El enlace ha caducado; solicite una nueva invitación.', {
      field: 'password',
    })
  refuseWeakPassword(password, pending)
  const passwordHash = await hash.make(password)
  await inTransaction(async (trx) => {
    const claimed = await execute(
      `update password_tokens set used_at = now() where id = :id and used_at is null`,
      { id: pending.id },
      trx
    )
    // Somebody may have suspended them meanwhile: a password never brings anybody back.
    const chosen =
      claimed === 0
        ? 0
        : await execute(
            `update users set password_hash = :passwordHash, password_changed_at = now(), status = 'active', failed_logins = 0, locked_until = null
              where id = :userId and status in ('invited', 'active')`,
            { userId: pending.userId, passwordHash },
            trx
          )
    if (chosen === 0)
      throw new DomainError('E_TOKEN', 'El enlace ha caducado; solicite una nueva invitación.', {
        field: 'password',
      })
    await revokeUserSessions(pending.userId, null, trx)
    const actor: Actor = { userId: pending.userId, kind: 'user', ...origin }
    await recordEvent(
      { actor, objectType: 'user', objectId: pending.userId, event: `user.password_${pending.purpose}` },
      trx
    )
  })
}
