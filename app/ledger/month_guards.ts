import type { Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** What a higher floor asks before a month is locked; it throws what is wrong, at `reason` where a reason would do. */
export type MonthGuard = (month: MonthToLock, trx: Transaction) => Promise<void>
export type MonthToLock = { siteId: number; month: CalendarDate; reason: string | null }

/** A reason shorter than this says nothing. */
export const REASON_LENGTH_MIN = 5

const guards: MonthGuard[] = []

/** Registers a guard; once, at boot. */
export function guardMonths(guard: MonthGuard): void {
  guards.push(guard)
}

/** Asks every guard, in the transaction that locks. */
export async function askMonthGuards(month: MonthToLock, trx: Transaction): Promise<void> {
  for (const guard of guards) await guard(month, trx)
}
