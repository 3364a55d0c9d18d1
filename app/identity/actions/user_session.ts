import { createHash, randomBytes } from 'node:crypto'
import type { Origin } from '#app/identity/actions/record_login'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'

const IDLE_MINUTES = 60
const ABSOLUTE_HOURS = 12
const STEP_UP_MINUTES = 5

/** SQL condition of a session `s` that is neither revoked, nor idle, nor too old. */
export const LIVE_SESSION = `s.revoked_at is null
        and s.last_seen_at > now() - interval '${IDLE_MINUTES} minutes'
        and s.created_at > now() - interval '${ABSOLUTE_HOURS} hours'`

export type OpenSession = { id: string; userId: number; twoFactorPassedAt: Date | null; steppedUp: boolean }

/** Opens a session and gives the token that the browser's session keeps; the table keeps its hash. */
export async function openUserSession(
  userId: number,
  origin: Origin,
  passedTwoFactor: boolean
): Promise<string> {
  const token = randomBytes(20).toString('base64url')
  await execute(
    `insert into user_sessions (id, user_id, ip, user_agent, two_factor_passed_at)
     values (:id, :userId, :ip, :userAgent, case when :passed then now() end)`,
    {
      id: hashToken(token),
      userId,
      ip: origin.ip,
      userAgent: origin.userAgent.slice(0, 300),
      passed: passedTwoFactor,
    }
  )
  await execute(`update users set last_login_at = now() where id = :userId`, { userId })
  return token
}

/** SQL column `stepped_up` of a session `s`: the second factor was given again within the last minutes. */
export const STEPPED_UP = `coalesce(s.step_up_at > now() - interval '${STEP_UP_MINUTES} minutes', false)`

/** Brings the last use of a session up to date: the session lives on from here. */
export async function markSessionUse(sessionId: string): Promise<void> {
  await execute(`update user_sessions set last_seen_at = now() where id = :sessionId`, { sessionId })
}

export async function markStepUp(sessionId: string): Promise<void> {
  await execute(`update user_sessions set step_up_at = now() where id = :sessionId`, { sessionId })
}

/** Ends one session of a user. Gives whether there was one. */
export async function revokeUserSession(
  userId: number,
  sessionId: string,
  trx?: Transaction
): Promise<boolean> {
  const ended = await execute(
    `update user_sessions set revoked_at = now() where id = :sessionId and user_id = :userId and revoked_at is null`,
    { sessionId, userId },
    trx
  )
  return ended > 0
}

/** Ends every session of a user, `except` one when given: role or password change, deactivation, own wish. */
export async function revokeUserSessions(
  userId: number,
  except: string | null = null,
  trx?: Transaction
): Promise<number> {
  return execute(
    `update user_sessions set revoked_at = now() where user_id = :userId and revoked_at is null and id is distinct from :except`,
    { userId, except },
    trx
  )
}

export type SessionRow = {
  id: string
  device: string
  ip: string | null
  lastSeenAt: string
  current: boolean
}

/** Open sessions of a user, the latest used first. */
export async function listUserSessions(userId: number, currentId: string | null): Promise<SessionRow[]> {
  const found = await rows<{ id: string; userAgent: string | null; ip: string | null; lastSeenAt: Date }>(
    `select id, user_agent, host(ip) as ip, last_seen_at from user_sessions s
      where user_id = :userId and ${LIVE_SESSION}
      order by last_seen_at desc limit 50`,
    { userId }
  )
  return found.map((session) => ({
    id: session.id,
    device: deviceName(session.userAgent ?? ''),
    ip: session.ip,
    lastSeenAt: session.lastSeenAt.toISOString(),
    current: session.id === currentId,
  }))
}

function deviceName(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /Firefox/.test(userAgent)
      ? 'Firefox'
      : /Chrom/.test(userAgent)
        ? 'Chrome'
        : /Safari/.test(userAgent)
          ? 'Safari'
          : 'Navegador'
  const system = /Windows/.test(userAgent)
    ? 'Windows'
    : /Android/.test(userAgent)
      ? 'Android'
      : /iPhone|iPad/.test(userAgent)
        ? 'iOS'
        : /Mac OS/.test(userAgent)
          ? 'macOS'
          : /Linux/.test(userAgent)
            ? 'Linux'
            : 'otro sistema'
  return `${browser} en ${system}`
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')
