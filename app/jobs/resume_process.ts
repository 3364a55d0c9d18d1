import { tellMoved } from '#app/jobs/process_state'
import { SCHEMA } from '#app/jobs/queue'
import { execute, row, type Transaction } from '#app/kernel/database/sql'

/** So long does the queue keep what waits in it. */
const KEPT_DAYS = 14

/** What came in while a process was paused is worked now, and that it went on by itself is on record. */
export async function wakeDeferred(process: { id: number; key: string }, trx: Transaction): Promise<void> {
  await releaseDeferred(process.key, trx)
  const reason = `${process.key}: ha terminado el plazo de la pausa.`
  await tellMoved({ processId: process.id, to: 'active', reason }, trx)
}

/** Lets go of the jobs that were put off because their process was paused; those that wait for a retry wait on. */
export async function releaseDeferred(key: string, trx: Transaction): Promise<void> {
  // The queue lays its tables when its first worker starts.
  const table = await row<{ isThere: boolean }>(
    `select to_regclass('${SCHEMA}.job') is not null as is_there`,
    {},
    trx
  )
  if (!table?.isThere) return
  await execute(
    `update ${SCHEMA}.job set start_after = now(), keep_until = now() + make_interval(days => ${KEPT_DAYS})
      where name = :key and state = 'created' and start_after > now()`,
    { key },
    trx
  )
}
