import type { CalendarDate } from '#app/kernel/calendar_date'
import type { Transaction } from '#app/kernel/sql'

/** What a higher floor asks before a month is locked; it throws what is wrong. */
export type MonthGuard = (month: { siteId: number; month: CalendarDate }, trx: Transaction) => Promise<void>

const guards: MonthGuard[] = []

/** Registers a guard; once, at boot. */
export function guardMonths(guard: MonthGuard): void {
  guards.push(guard)
}

/** Asks every guard, in the transaction that locks. */
export async function askMonthGuards(
  month: { siteId: number; month: CalendarDate },
  trx: Transaction
): Promise<void> {
  for (const guard of guards) await guard(month, trx)
}
