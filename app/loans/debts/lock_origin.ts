import type { Actor } from '#app/audit/record_event'
import { row, type Transaction } from '#app/kernel/database/sql'
import { debtSources } from '#app/loans/ports'

type Origin = { giveBack: (actor: Actor) => Promise<void> }

/** The document whose debt a movement took over, under its lock, which comes before that of the loan; null where nothing has to follow. */
export async function lockOrigin(movementId: number, trx: Transaction): Promise<Origin | null> {
  const taken = await row<{ type: string; id: number; amountMinor: number }>(
    `select source_type as type, source_id as id, abs(amount_minor) as amount_minor from loan_taken_debts
      where movement_id = :movementId and undone_by_id is null and source_id is not null`,
    { movementId },
    trx
  )
  const source = debtSources.all().find(({ type }) => type === taken?.type)
  if (!taken || !source) return null
  await source.lock(taken.id, trx)
  return { giveBack: (actor) => source.giveBack(taken.id, taken.amountMinor, actor, trx) }
}
