import type { Role } from '#app/identity/roles'
import { rows, type Transaction } from '#app/kernel/database/sql'

/** Active people of some roles, for a mail about what belongs to no company. */
export function peopleWithRoles(
  roles: readonly Role[],
  trx: Transaction
): Promise<{ name: string; email: string }[]> {
  return rows(
    `select name, email::text as email from users where status = 'active' and role = any(:roles::text[]) order by id`,
    { roles: [...roles] },
    trx
  )
}
