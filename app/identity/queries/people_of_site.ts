import type { Role } from '#app/identity/roles'
import { rows, type Transaction } from '#app/kernel/sql'

/** Active people of some roles who work with a company, for a mail. */
export function peopleOfSite(
  siteId: number,
  roles: readonly Role[],
  trx: Transaction
): Promise<{ name: string; email: string }[]> {
  return rows(
    `select u.name, u.email::text as email from users u where u.status = 'active' and u.role = any(:roles::text[])
        and (u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = :siteId)) order by u.id`,
    { siteId, roles: [...roles] },
    trx
  )
}
