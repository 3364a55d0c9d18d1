import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { tellOfAccess } from '#app/identity/access_told'
import { lockManagedUser } from '#app/identity/actions/find_managed_user'
import { voidPasswordTokens } from '#app/identity/actions/set_password'
import { revokeUserSessions } from '#app/identity/actions/user_session'
import type { Role } from '#app/identity/roles'
import { type Manager, refuseBeyondAuthority } from '#app/identity/user_authority'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { initials } from '#app/kernel/text/initials'

export type UserData = {
  name: string
  email: string
  role: Role
  siteIds: number[] | 'all'
  sharedInbox: boolean
  lockVersion: number
}

/**
 * Changes a user against the version the form showed. A new role or other companies end their sessions, so that what
 * they could do ends at once; a new role also ends their approvals (guard of the database). A new address makes the link
 * void that was sent to the old one.
 * Throws at `email`, `role`, `site_ids`, `form`.
 */
export async function updateUser(
  userId: number,
  { lockVersion, ...given }: UserData,
  manager: Manager,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const { user, managed } = await lockManagedUser(userId, manager, trx, lockVersion)
    if (userId === manager.id && given.role !== user.role)
      throw new DomainError('E_OWN_ROLE', 'No puede modificar su propio rol.', { field: 'role' })
    if (user.status === 'archived')
      throw new DomainError('E_TRANSITION', 'El usuario está archivado: ya no se modifica.', {
        field: 'form',
      })
    refuseBeyondAuthority(manager, given)
    const taken = await row(
      `select 1 as found from users where email = :email and id <> :userId`,
      { email: given.email, userId },
      trx
    )
    if (taken) throw new DomainError('E_EMAIL_TAKEN', 'El correo ya está en uso.', { field: 'email' })
    const diff = changedFields(
      {
        name: user.name,
        email: user.email,
        role: user.role,
        siteIds: managed.siteIds,
        sharedInbox: user.sharedInbox,
      },
      given
    )
    if (!diff) return
    user.merge({
      name: given.name,
      initials: initials(given.name),
      email: given.email,
      role: given.role,
      allSites: given.siteIds === 'all',
      sharedInbox: given.sharedInbox,
      lockVersion: lockVersion + 1,
      updatedBy: actor.userId,
    })
    await user.save()
    await keepCompanies(userId, given.siteIds, trx)
    if (diff.email) await voidPasswordTokens(userId, trx)
    if (diff.role || diff.siteIds) await revokeUserSessions(userId, null, trx)
    await recordEvent({ actor, objectType: 'user', objectId: userId, event: 'user.changed', diff }, trx)
    await tellOfAccess(userId, actor, trx)
  })
}

/** Only what differs is written: each company that comes or goes is a change that a second person confirms. */
async function keepCompanies(userId: number, siteIds: number[] | 'all', trx: Transaction): Promise<void> {
  const wanted = { userId, siteIds: siteIds === 'all' ? [] : siteIds }
  await execute(
    `delete from user_sites where user_id = :userId and site_id <> all(:siteIds::bigint[])`,
    wanted,
    trx
  )
  await execute(
    `insert into user_sites (user_id, site_id) select :userId, unnest(:siteIds::bigint[]) on conflict do nothing`,
    wanted,
    trx
  )
}
