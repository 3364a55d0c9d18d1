import type { Transaction } from '#app/kernel/database/sql'

/** What a higher floor asks before an entry is reversed; it throws what is wrong. */
export type ReversalGuard = (entry: { id: number; entryNo: number }, trx: Transaction) => Promise<void>

const guards: ReversalGuard[] = []

/** Registers a guard; once, at boot. */
export function guardReversals(guard: ReversalGuard): void {
  guards.push(guard)
}

/** Asks every guard, in the transaction that reverses. */
export async function askReversalGuards(
  entry: { id: number; entryNo: number },
  trx: Transaction
): Promise<void> {
  for (const guard of guards) await guard(entry, trx)
}
