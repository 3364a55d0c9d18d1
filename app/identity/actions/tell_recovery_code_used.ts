import type User from '#app/identity/models/user'
import { inTransaction } from '#app/kernel/database/sql'
import { queueMail } from '#app/mail/queue_mail'

/** Tells a user by mail that a recovery code of theirs opened a session: if it was not them, they must know. */
export function tellRecoveryCodeUsed(user: User): Promise<void> {
  const body = `${user.name}:

Se ha iniciado sesión en Caudal con uno de sus códigos de recuperación. Si no ha sido usted, avise a un administrador y cambie su contraseña.`
  const mail = {
    to: user.email,
    subject: 'Se ha usado un código de recuperación',
    body,
    objectType: 'user',
    objectId: user.id,
  }
  return inTransaction(async (trx) => {
    await queueMail(mail, trx)
  })
}
