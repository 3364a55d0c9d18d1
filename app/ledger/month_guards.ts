import type { Transaction } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** What a higher floor asks before a month is locked; it throws what is wrong, at `reason` where a reason would do. */
export type MonthGuard = (month: MonthToLock, trx: Transaction) => Promise<void>
export type MonthToLock = { siteId: number; month: CalendarDate; reason: string | null }

/** A reason shorter than this says nothing. */
export const REASON_LENGTH_MIN = 5

/** SQL: a row for each document of a company and month that is not booked, told before somebody locks the month; over two columns. */
export const unbookedOfMonth = port<(site: string, month: string) => string>(
  'documents of a month that are not booked'
)

const guards: MonthGuard[] = []

/** Registers a guard; once, at boot. */
export function guardMonths(guard: MonthGuard): void {
  guards.push(guard)
}

/** Asks every guard, in the transaction that locks. */
export async function askMonthGuards(month: MonthToLock, trx: Transaction): Promise<void> {
  for (const guard of guards) await guard(month, trx)
}
