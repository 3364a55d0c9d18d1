import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { createUser } from '#app/identity/actions/create_user'
import { makePasswordToken } from '#app/identity/actions/set_password'
import { inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import env from '#start/env'

type Person = { email: string; name: string }

/**
 * The first person of an installation, of the system role, who invites the others. Gives a link, good once and for
 * 72 hours, with which they choose their password; asked again it gives a new one. Throws E_FIRST_USER once anybody has
 * come in, E_EMAIL and E_NAME for what is none.
 */
export async function makeFirstUser({ email, name }: Person): Promise<string> {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 254)
    throw new DomainError('E_EMAIL', `«${email}» no es un correo.`, { field: 'email' })
  if (name.trim().length < 2 || name.length > 120)
    throw new DomainError('E_NAME', 'Indique el nombre y los apellidos.', { field: 'name' })
  return inTransaction(async (trx) => {
    await row(`select pg_advisory_xact_lock(hashtext('users:first'))`, {}, trx)
    const somebody = await row(`select 1 as found from users where status <> 'invited' limit 1`, {}, trx)
    if (somebody)
      throw new DomainError('E_FIRST_USER', 'Ya hay usuarios: las altas se hacen en Gestión de Usuarios.')
    const invited = await row<{ id: number }>(`select id from users where email = :email`, { email }, trx)
    const id =
      invited?.id ??
      (await createUser(
        { email, name: name.trim(), role: 's1st3ma', siteIds: 'all', sharedInbox: true },
        SYSTEM,
        trx
      ))
    const token = await makePasswordToken(id, 'invitation', null, trx)
    await recordEvent({ actor: SYSTEM, objectType: 'user', objectId: id, event: 'user.first_link_made' }, trx)
    return `${env.get('APP_URL')}/set-password/${token}`
  })
}
