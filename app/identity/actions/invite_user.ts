import type { Actor } from '#app/audit/record_event'
import { recordEvent } from '#app/audit/record_event'
import { tellOfAccess } from '#app/identity/access_told'
import { createUser, type NewUser } from '#app/identity/actions/create_user'
import { lockManagedUser } from '#app/identity/actions/find_managed_user'
import { LINK_HOURS, makePasswordToken } from '#app/identity/actions/set_password'
import { type Manager, refuseBeyondAuthority } from '#app/identity/user_authority'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { queueMail } from '#app/mail/queue_mail'
import env from '#start/env'

/**
 * Makes a user who is invited by mail; they choose their own password. Gives the key of the user.
 * Throws at `email` (taken), `role` and `site_ids` (more than the manager may give).
 */
export async function inviteUser(
  user: Omit<NewUser, 'password'>,
  manager: Manager,
  actor: Actor
): Promise<number> {
  refuseBeyondAuthority(manager, user)
  return inTransaction(async (trx) => {
    const id = await createUser(user, actor, trx)
    await sendPasswordLink({ id, ...user }, 'invitation', actor, trx)
    await tellOfAccess(id, actor, trx)
    return id
  })
}

/** Sends the link again: an invitation to who has not come yet, a reset of the password to everybody else. */
export async function resendPasswordLink(userId: number, manager: Manager, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const { user } = await lockManagedUser(userId, manager, trx)
    if (user.status !== 'invited' && user.status !== 'active')
      throw new DomainError('E_TRANSITION', 'El usuario no está activo: reactívelo antes.')
    const purpose = user.status === 'invited' ? 'invitation' : 'reset'
    await sendPasswordLink(user, purpose, actor, trx)
    await recordEvent({ actor, objectType: 'user', objectId: userId, event: `user.${purpose}_sent` }, trx)
    await tellOfAccess(userId, actor, trx)
  })
}

const TEXTS = {
  invitation: {
    subject: 'Le damos la bienvenida a Caudal',
    body: 'Le han dado acceso a Caudal. Elija su contraseña en este enlace:',
  },
  reset: {
    subject: 'Restablecer su contraseña de Caudal',
    body: 'Se ha pedido restablecer su contraseña. Elija una nueva en este enlace:',
  },
} as const

async function sendPasswordLink(
  user: { id: number; name: string; email: string },
  purpose: keyof typeof TEXTS,
  { userId: by }: Actor,
  trx: Transaction
): Promise<void> {
  const token = await makePasswordToken(user.id, purpose, by, trx)
  const { subject, body } = TEXTS[purpose]
  await queueMail(
    {
      to: user.email,
      subject,
      body: `${user.name}:\n\n${body}\n\n${env.get('APP_URL')}/set-password/${token}\n\nEl enlace sirve una sola vez y caduca en ${LINK_HOURS} horas. Si no lo esperaba, avise a un administrador.`,
      objectType: 'user',
      objectId: user.id,
    },
    trx
  )
}
