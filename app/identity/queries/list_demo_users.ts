import { ROLE_LABELS, type Role } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'
import env from '#start/env'

export const DEMO_PASSWORD = 'caudal-demo-2026'
export type DemoUser = { email: string; name: string; role: string; password: string }

/** The users of the demo group for the sign-in page; null outside the demo. */
export async function listDemoUsers(): Promise<{ users: DemoUser[] } | null> {
  if (!env.get('DEMO')) return null
  const users = await rows<{ email: string; name: string; role: Role }>(
    `select email::text, name, role from users where email like '%@demo.caudal.test' and status = 'active' order by id limit 12`
  )
  return { users: users.map((user) => ({ ...user, role: ROLE_LABELS[user.role], password: DEMO_PASSWORD })) }
}
