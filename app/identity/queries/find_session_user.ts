import { hashToken, LIVE_SESSION, type OpenSession, STEPPED_UP } from '#app/identity/actions/user_session'
import User from '#app/identity/models/user'
import { keptRecords } from '#app/kernel/database/sql'

/** How long the last use of a session may stand before a request brings it up to date. */
const USE_MARKED_EVERY_SECONDS = 60

export type SessionUser = {
  user: User
  session: OpenSession
  siteIds: number[] | 'all'
  /** Whether the last use that the table knows is a minute old. */
  isUseStale: boolean
}

type OfSession = {
  session_id: string
  two_factor_passed_at: Date | null
  stepped_up: boolean
  is_use_stale: boolean
  site_ids: number[]
}

/**
 * Who is behind a token, in one question: the live session, its active user and the companies in scope. Null when the
 * session was ended, is idle or too old, or its user is not active.
 */
export async function findSessionUser(token: string): Promise<SessionUser | null> {
  const [found] = await keptRecords(
    `select u.*, s.id as session_id, s.two_factor_passed_at, ${STEPPED_UP} as stepped_up,
            s.last_seen_at < now() - interval '${USE_MARKED_EVERY_SECONDS} seconds' as is_use_stale,
            coalesce((select jsonb_agg(scope.site_id) from user_sites scope where scope.user_id = u.id), '[]') as site_ids
       from user_sessions s join users u on u.id = s.user_id
      where s.id = :id and u.status = 'active' and ${LIVE_SESSION}`,
    { id: hashToken(token) }
  )
  if (!found) return null
  const user = User.$createFromAdapterResult(found) as User
  const own = found as OfSession
  return {
    user,
    session: {
      id: own.session_id,
      userId: user.id,
      twoFactorPassedAt: own.two_factor_passed_at,
      steppedUp: own.stepped_up,
    },
    siteIds: user.seesAllSites ? 'all' : own.site_ids,
    isUseStale: own.is_use_stale,
  }
}
