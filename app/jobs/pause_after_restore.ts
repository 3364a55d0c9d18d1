import type { ToldJob } from '#app/jobs/job'
import { tellMoved, tellRestored } from '#app/jobs/process_state'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { formatInstant } from '#app/kernel/time/calendar_date'

/**
 * After a restore the books are those of an earlier moment, and what was sent to banks and people since then is not in them:
 * what reaches outside waits until somebody has looked and resumes it. Done once a restore, before anything is worked.
 */
export function pauseAfterRestore(definitions: readonly ToldJob[]): Promise<void> {
  return inTransaction(async (trx) => {
    const [restore] = await rows<{ takenAt: Date }>(
      `update restores set settled_at = now() where settled_at is null returning taken_at`,
      {},
      trx
    )
    if (!restore) return
    const reason = `Restaurado de la copia del ${formatInstant(restore.takenAt)}: compruebe qué salió después y reanúdelo.`
    const paused = await rows<{ id: number; key: string }>(
      `update automatic_processes set status = 'paused', paused_at = now(), pause_reason = :reason
        where status = 'active' and key = any(:keys::text[]) returning id, key`,
      { reason, keys: definitions.filter(({ about }) => about.reachesOutside).map(({ queue }) => queue) },
      trx
    )
    for (const { id, key } of paused)
      await tellMoved({ processId: id, to: 'paused', reason: `${key}: ${reason}` }, trx)
    await tellRestored({ takenAt: restore.takenAt, paused: paused.length }, trx)
  })
}
