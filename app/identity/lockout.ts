/** Five failures lock for 15 minutes; each further lock doubles, to 60 at most (area 21). */
export const FAILURES_MAX = 5
const FIRST_LOCK_MINUTES = 15
const LOCK_MINUTES_MAX = 60

/** Length of the lock in minutes when it is the `lockCount`-th in a row (from 0). */
export function lockMinutes(lockCount: number): number {
  return Math.min(FIRST_LOCK_MINUTES * 2 ** lockCount, LOCK_MINUTES_MAX)
}

/** The lengths of the first, the second and every later lock in a row, for the statement that counts attempts. */
export const LOCK_LENGTHS_MINUTES = [0, 1, 2].map(lockMinutes)

/** Whole minutes until an instant, at least one. */
export function minutesUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000))
}
