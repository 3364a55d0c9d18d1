import { LIVE_SESSION } from '#app/identity/actions/user_session'
import type { Role } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'

/** Who is behind a session now: role and companies as they stand, not as they stood when it was opened. */
export type LiveSession = {
  id: string
  userId: number
  role: Role
  isPastTwoFactor: boolean
  sharedInbox: boolean
  siteIds: number[] | 'all'
}

type Found = Omit<LiveSession, 'siteIds'> & { seesAll: boolean; siteIds: number[] }

/** Those of the given sessions that are still open, of users who are active. Looking does not count as using them. */
export async function listLiveSessions(ids: string[]): Promise<LiveSession[]> {
  const found = await rows<Found>(
    `select s.id, s.user_id, u.role, u.two_factor_enabled or u.role = 's1st3ma' as is_past_two_factor, u.shared_inbox,
            u.all_sites or u.role = 's1st3ma' as sees_all,
            coalesce((select jsonb_agg(scope.site_id) from user_sites scope where scope.user_id = u.id), '[]') as site_ids
       from user_sessions s join users u on u.id = s.user_id
      where s.id = any(:ids::text[]) and u.status = 'active' and ${LIVE_SESSION}`,
    { ids }
  )
  return found.map(({ seesAll, siteIds, ...session }) => ({ ...session, siteIds: seesAll ? 'all' : siteIds }))
}
