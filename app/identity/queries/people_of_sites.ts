import type { Role } from '#app/identity/roles'
import { rows, type Transaction } from '#app/kernel/database/sql'

type PersonOfSites = { name: string; email: string; siteIds: number[] }

/** Active people of some roles who work with some of these companies, and with which of them; for a mail. */
export function peopleOfSites(
  siteIds: readonly number[],
  roles: readonly Role[],
  trx: Transaction
): Promise<PersonOfSites[]> {
  return rows(
    `select u.name, u.email::text as email, array_agg(s.id)::int[] as site_ids from users u join unnest(:siteIds::bigint[]) s(id)
         on u.all_sites or u.role = 's1st3ma' or exists (select 1 from user_sites x where x.user_id = u.id and x.site_id = s.id)
      where u.status = 'active' and u.role = any(:roles::text[]) group by u.id order by u.id`,
    { siteIds, roles: [...roles] },
    trx
  )
}
