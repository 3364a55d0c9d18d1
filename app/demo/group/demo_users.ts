import { SYSTEM } from '#app/audit/record_event'
import { createUser } from '#app/identity/actions/create_user'
import { DEMO_PASSWORD } from '#app/identity/queries/list_demo_users'
import type { Role } from '#app/identity/roles'
import { encryptSecret, newTotpSecret } from '#app/identity/totp'
import { execute } from '#app/kernel/database/sql'

export type DemoUsers = {
  system: number
  approver: number
  secondApprover: number
  senior: number
  accountant: number
  admin: number
  /** A second person of the system role: nobody activates an approval of their own. */
  secondSystem: number
}

const PEOPLE: [keyof DemoUsers, string, string, Role][] = [
  ['system', 'Sonia Sistemas Vidal', 'sonia', 's1st3ma'],
  ['approver', 'Álvaro Prieto Rey', 'alvaro', 'aprobador'],
  ['secondApprover', 'Aurora Blanco Sanz', 'aurora', 'aprobador'],
  ['senior', 'Sara Cuenca Mora', 'sara', 'superC0ntab1l1dad'],
  ['accountant', 'Carlos Conde Gil', 'carlos', 'c0ntab1l1dad'],
  ['admin', 'Ana Delgado Ruiz', 'ana', 'adm1n1strat0r'],
  ['secondSystem', 'Samuel Ortega Lima', 'samuel', 's1st3ma'],
]

/** The people of the demo, all with their second factor on. */
export async function createDemoUsers(): Promise<DemoUsers> {
  const ids: Partial<DemoUsers> = {}
  for (const [key, name, login, role] of PEOPLE) {
    const email = `${login}@demo.caudal.test`
    const id = await createUser(
      { name, email, role, siteIds: 'all', sharedInbox: true, password: DEMO_PASSWORD },
      SYSTEM
    )
    await execute(
      `update users set two_factor_enabled = true, two_factor_secret_enc = :secret, two_factor_confirmed_at = now() where id = :id`,
      { id, secret: encryptSecret(newTotpSecret()) }
    )
    ids[key] = id
  }
  return ids as DemoUsers
}
