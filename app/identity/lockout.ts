import { DomainError } from '#app/kernel/domain_error'

/** Five failures lock for 15 minutes; each further lock doubles, to 60 at most (area 21). */
export const FAILURES_MAX = 5
const FIRST_LOCK_MINUTES = 15
const LOCK_MINUTES_MAX = 60

/** Length of the lock in minutes when it is the `lockCount`-th in a row (from 0). */
export function lockMinutes(lockCount: number): number {
  return Math.min(FIRST_LOCK_MINUTES * 2 ** lockCount, LOCK_MINUTES_MAX)
}

/** Whole minutes until an instant, at least one. */
export function minutesUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000))
}

/** Throws E_LOCKED while the lock runs. */
export function refuseWhileLocked(until: Date | null, now: Date, field: string): void {
  if (!until || until <= now) return
  const minutes = minutesUntil(until, now)
  throw new DomainError(
    'E_LOCKED',
    `Cuenta bloqueada temporalmente. Inténtelo de nuevo en ${minutes} minutos.`,
    { field }
  )
}
