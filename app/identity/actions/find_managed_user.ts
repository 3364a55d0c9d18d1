import User from '#app/identity/models/user'
import { canManage, type Managed, type Manager } from '#app/identity/user_authority'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** A user as those who manage users see them: with the companies they work with. */
export type ManagedUser = { user: User; managed: Managed }

/** Companies of a user; all of them for who is not limited. */
export async function companiesOf(user: User, trx?: Transaction): Promise<number[] | 'all'> {
  if (user.allSites) return 'all'
  const found = await rows<{ siteId: number }>(
    `select site_id from user_sites where user_id = :id order by site_id`,
    { id: user.id },
    trx
  )
  return found.map((site) => site.siteId)
}

/**
 * The user under a lock, for a manager who may change them. Throws E_NOT_MANAGED otherwise, and E_STALE when somebody
 * else changed them since the form was shown.
 */
export async function lockManagedUser(
  userId: number,
  manager: Manager,
  trx: Transaction,
  lockVersion?: number
): Promise<ManagedUser> {
  const user = await User.query({ client: trx }).where('id', userId).forUpdate().firstOrFail()
  const managed = { id: user.id, role: user.role, siteIds: await companiesOf(user, trx) }
  if (!canManage(manager, managed))
    throw new DomainError('E_NOT_MANAGED', 'No puede modificar a este usuario.', { field: 'form' })
  if (lockVersion !== undefined && lockVersion !== user.lockVersion)
    throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
      field: 'form',
    })
  return { user, managed }
}
