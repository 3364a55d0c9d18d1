import hash from '@adonisjs/core/services/hash'
import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Role } from '#app/identity/roles'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { initials } from '#app/kernel/text/initials'

export type NewUser = {
  name: string
  email: string
  role: Role
  /** Companies in scope; all of them when `'all'`. */
  siteIds: number[] | 'all'
  sharedInbox: boolean
  /** Given only where no invitation is sent (demo, first installation). */
  password?: string
}

/** Makes a user: invited, or active at once when a password is given. Throws at `email` when it is taken. */
export async function createUser(user: NewUser, actor: Actor, outer?: Transaction): Promise<number> {
  const taken = await row(`select 1 as found from users where email = :email`, { email: user.email }, outer)
  if (taken) throw new DomainError('E_EMAIL_TAKEN', 'El correo ya está en uso.', { field: 'email' })
  const passwordHash = user.password ? await hash.make(user.password) : null
  return inTransaction(async (trx) => {
    const { id } = await oneRow<{ id: number }>(
      `insert into users (name, initials, email, password_hash, role, status, all_sites, shared_inbox, password_changed_at, created_by)
       values (:name, :initials, :email, :passwordHash, :role, :status, :allSites, :sharedInbox, case when :passwordHash::text is not null then now() end, :createdBy)
       returning id`,
      {
        name: user.name,
        initials: initials(user.name),
        email: user.email,
        passwordHash,
        role: user.role,
        status: passwordHash ? 'active' : 'invited',
        allSites: user.siteIds === 'all',
        sharedInbox: user.sharedInbox,
        createdBy: actor.userId,
      },
      trx
    )
    if (user.siteIds !== 'all') {
      await execute(
        `insert into user_sites (user_id, site_id) select :id, unnest(:siteIds::bigint[])`,
        { id, siteIds: user.siteIds },
        trx
      )
    }
    await recordEvent({ actor, objectType: 'user', objectId: id, event: 'user.created' }, trx)
    return id
  }, outer)
}
