import { FAILURES_MAX, LOCK_LENGTHS_MINUTES, minutesUntil } from '#app/identity/lockout'
import { execute, row } from '#app/kernel/database/sql'

type Attempt = { failures: number; lockedUntil: Date | null }

/** What an attempt is at: the password, or a code of the second factor. */
export type AttemptAt = 'login' | 'code'

/** Only the lock of the password grows from one to the next (area 21). */
const COLUMNS = {
  login: {
    failures: 'failed_logins',
    lockedUntil: 'locked_until',
    attemptAt: 'login_attempt_at',
    lockCount: 'lock_count',
  },
  code: {
    failures: 'failed_codes',
    lockedUntil: 'code_locked_until',
    attemptAt: 'code_attempt_at',
    lockCount: '0',
  },
} as const

/**
 * Counts an attempt as failed before anything is compared, in one statement on the user's row: of any number of
 * attempts at once no more than the limit are compared at all. The last that is allowed locks at once. Gives null
 * while the account is locked: then nothing may be compared. Attempts more than a quarter of an hour apart do not add up.
 */
export function reserveAttempt(userId: number, at: AttemptAt, now: Date): Promise<Attempt | null> {
  const { failures, lockedUntil, attemptAt, lockCount } = COLUMNS[at]
  const next = `case when ${attemptAt} > :now::timestamptz - interval '15 minutes' then ${failures} + 1 else 1 end`
  const minutes = `(:minutes::int[])[least(${lockCount} + 1, cardinality(:minutes::int[]))]`
  return row<Attempt>(
    `update users set
       ${failures} = case when ${next} >= :max then 0 else ${next} end,
       ${lockedUntil} = case when ${next} >= :max then :now::timestamptz + make_interval(mins => ${minutes}) end,
       ${attemptAt} = :now
       ${at === 'login' ? `, lock_count = case when ${next} >= :max then lock_count + 1 else lock_count end` : ''}
     where id = :userId and (${lockedUntil} is null or ${lockedUntil} <= :now::timestamptz)
     returning ${failures} as failures, ${lockedUntil} as locked_until`,
    { userId, now, max: FAILURES_MAX, minutes: LOCK_LENGTHS_MINUTES }
  )
}

/** Whole minutes that a locked account stays locked, at least one. */
export async function minutesLocked(userId: number, at: AttemptAt, now: Date): Promise<number> {
  const found = await row<{ until: Date | null }>(
    `select ${COLUMNS[at].lockedUntil} as until from users where id = :userId`,
    { userId }
  )
  return minutesUntil(found?.until ?? now, now)
}

/** The attempt was right: what was counted before is forgotten. */
export async function forgiveAttempts(userId: number, at: AttemptAt): Promise<void> {
  const { failures, lockedUntil, attemptAt } = COLUMNS[at]
  const lockCount = at === 'login' ? ', lock_count = 0' : ''
  await execute(
    `update users set ${failures} = 0, ${lockedUntil} = null, ${attemptAt} = null${lockCount} where id = :userId`,
    { userId }
  )
}
