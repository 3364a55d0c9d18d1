import type { Actor } from '#app/audit/record_event'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockLine } from '#app/reconciliation/actions/lock_line'
import { moveLine } from '#app/reconciliation/actions/write_match'

type Input = { lineId: number; reason: string; actor: Actor }

const reasonLengthMin = 3

/** Leaves a movement out for good, a duplicate of the bank for example, with the reason. */
export async function ignoreLine({ lineId, reason, actor }: Input): Promise<void> {
  const text = reason.trim()
  if (text.length < reasonLengthMin)
    throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    await moveLine(await lockLine(lineId, trx), 'ignore', actor, trx, { reason: text, ignoreReason: text })
  })
}
