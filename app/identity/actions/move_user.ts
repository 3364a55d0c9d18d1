import { type Actor, recordEvent } from '#app/audit/record_event'
import { tellOfAccess } from '#app/identity/access_told'
import { lockManagedUser, type ManagedUser } from '#app/identity/actions/find_managed_user'
import { voidPasswordTokens } from '#app/identity/actions/set_password'
import { forgetTwoFactor } from '#app/identity/actions/two_factor'
import { revokeUserSession, revokeUserSessions } from '#app/identity/actions/user_session'
import { canResetTwoFactor, type Manager } from '#app/identity/user_authority'
import { type UserTransition, userWorkflow } from '#app/identity/workflows/user_workflow'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { queueMail } from '#app/mail/queue_mail'

/**
 * Suspends, reactivates or archives a user, with the reason. Their sessions end at once, and their approvals with them
 * (guard of the database). Archiving frees the e-mail address; the history stays. Throws at `reason`, `form`.
 */
export async function moveUser(
  userId: number,
  transition: UserTransition,
  reason: string | null,
  manager: Manager,
  actor: Actor
): Promise<void> {
  if (userId === manager.id)
    throw new DomainError('E_OWN_STATE', 'No puede suspenderse ni archivarse a sí mismo.', { field: 'form' })
  if (transition !== 'reactivate') givenReason(reason)
  await changeManaged(userId, manager, async ({ user }, trx) => {
    const from = user.status
    const next = userWorkflow.next(from, transition)
    // Who never chose a password is still only invited.
    user.status = next === 'active' && !user.passwordHash ? 'invited' : next
    if (transition === 'archive') user.email = archivedAddress(user.email, user.id)
    user.lockVersion += 1
    user.updatedBy = actor.userId
    await user.save()
    if (transition !== 'reactivate') await revokeUserSessions(userId, null, trx)
    if (transition === 'archive') await voidPasswordTokens(userId, trx)
    await recordEvent(
      {
        actor,
        objectType: 'user',
        objectId: userId,
        event: `user.${transition}`,
        from,
        to: user.status,
        reason,
      },
      trx
    )
    await tellOfAccess(userId, actor, trx)
  })
}

/** Lets a user in again who typed a wrong password or code too often. */
export async function unlockUser(userId: number, manager: Manager, actor: Actor): Promise<void> {
  await changeManaged(userId, manager, async (_found, trx) => {
    await execute(
      `update users set failed_logins = 0, locked_until = null, lock_count = 0, failed_codes = 0, code_locked_until = null where id = :userId`,
      { userId },
      trx
    )
    await recordEvent({ actor, objectType: 'user', objectId: userId, event: 'user.unlocked' }, trx)
  })
}

/** Switches the second factor of a user off, who then sets it up anew; they are told by mail. Throws at `form`. */
export async function resetTwoFactor(userId: number, manager: Manager, actor: Actor): Promise<void> {
  await changeManaged(userId, manager, async ({ user }, trx) => {
    if (userId === manager.id)
      throw new DomainError('E_OWN_FACTOR', 'Su propia autenticación se cambia en «Autenticación 2FA».', {
        field: 'form',
      })
    if (!canResetTwoFactor(manager, user.role))
      throw new DomainError('E_NOT_MANAGED', 'No puede restablecer el segundo factor de este usuario.', {
        field: 'form',
      })
    if (!user.twoFactorEnabled)
      throw new DomainError('E_TRANSITION', 'El usuario no tiene activada la autenticación en dos pasos.')
    await forgetTwoFactor(userId, actor, trx)
    await tellOfAccess(userId, actor, trx)
    await revokeUserSessions(userId, null, trx)
    await queueMail(
      {
        to: user.email,
        subject: 'Se ha restablecido su autenticación en dos pasos',
        body: `${user.name}:\n\nUn administrador ha restablecido su autenticación en dos pasos de Caudal. Al entrar tendrá que configurarla de nuevo. Si no lo ha pedido usted, avise a un administrador.`,
        objectType: 'user',
        objectId: userId,
      },
      trx
    )
  })
}

/** Ends one session of a user, or all of them. Gives how many ended. */
export function closeSessions(
  userId: number,
  sessionId: string | null,
  manager: Manager,
  actor: Actor
): Promise<number> {
  return changeManaged(userId, manager, async (_found, trx) => {
    const ended =
      sessionId === null
        ? await revokeUserSessions(userId, null, trx)
        : Number(await revokeUserSession(userId, sessionId, trx))
    if (ended > 0)
      await recordEvent({ actor, objectType: 'user', objectId: userId, event: 'user.sessions_closed' }, trx)
    return ended
  })
}

function changeManaged<Result>(
  userId: number,
  manager: Manager,
  change: (found: ManagedUser, trx: Transaction) => Promise<Result>
): Promise<Result> {
  return inTransaction(async (trx) => change(await lockManagedUser(userId, manager, trx), trx))
}

/** An address that is nobody's any more, so that a new user may have the old one. */
const archivedAddress = (email: string, userId: number) => `${email}.archivado-${userId}`
