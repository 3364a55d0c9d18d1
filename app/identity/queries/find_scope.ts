import type User from '#app/identity/models/user'
import { rows } from '#app/kernel/database/sql'

/** Companies that a user works with; `'all'` for those without a limit. */
export async function findScope(user: User): Promise<number[] | 'all'> {
  if (user.seesAllSites) return 'all'
  const scope = await rows<{ siteId: number }>(`select site_id from user_sites where user_id = :id`, {
    id: user.id,
  })
  return scope.map((site) => site.siteId)
}
