import { createDemoSites } from '#app/demo/demo_sites'
import { createDemoUsers } from '#app/demo/demo_users'
import { grantDemoApprovals } from '#app/demo/demo_approvals'
import { addDays, today } from '#app/kernel/calendar_date'
import { row } from '#app/kernel/sql'

/** Fills an empty installation with the demo group, through the same actions that people use. Runs once. */
export async function seedDemoOnce(): Promise<void> {
  if (await row(`select 1 as found from users limit 1`)) return
  const day = today()
  const users = await createDemoUsers()
  const sites = await createDemoSites(day, { userId: users.system, kind: 'user' })
  await grantDemoApprovals(sites, users, addDays(day, -395))
}
