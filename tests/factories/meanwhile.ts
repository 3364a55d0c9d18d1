import { setTimeout as sleep } from 'node:timers/promises'
import { oneRow, type Transaction } from '#app/kernel/database/sql'

const PATIENCE_MS = 5_000

/**
 * Begins something that has to wait for what this transaction holds, and comes back once it waits. Gives what becomes of it, in a list
 * so that nobody waits for it here: `done`, or its error.
 */
export async function beginMeanwhile(
  act: () => Promise<unknown>,
  trx: Transaction
): Promise<Promise<unknown>[]> {
  const outcome = act().then(
    () => 'done',
    (error: unknown) => error
  )
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const { waiting } = await oneRow<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where not granted`,
      {},
      trx
    )
    if (waiting > 0) return [outcome]
    if (Date.now() > until) throw new Error('Nobody waits')
    await sleep(20)
  }
}
