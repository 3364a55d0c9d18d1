import { recordEvent, SYSTEM } from '#app/audit/record_event'
import type { ProcessMove } from '#app/jobs/process_state'
import type { Transaction } from '#app/kernel/database/sql'

/** Puts on record that a process was paused, or goes on, by itself. */
export function recordMove({ processId, to, reason }: ProcessMove, trx: Transaction): Promise<void> {
  return recordEvent(
    {
      actor: SYSTEM,
      objectType: 'automatic_process',
      objectId: processId,
      event: to === 'paused' ? 'automatic_process.paused' : 'automatic_process.resumed',
      from: to === 'paused' ? 'active' : 'paused',
      to,
      reason,
    },
    trx
  )
}
