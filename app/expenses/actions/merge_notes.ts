import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { ProviderMerge } from '#app/providers/merge_followers'

const OPEN = `('received', 'in_review', 'info_requested')`

/** Notes that would go with a supplier. */
export async function countNotes(sourceId: number, trx: Transaction) {
  const { count } = await oneRow<{ count: number }>(
    `select count(*)::int as count from expense_notes where provider_id = :sourceId and status in ${OPEN}`,
    { sourceId },
    trx
  )
  return [{ one: 'nota de gastos abierta', many: 'notas de gastos abiertas', count }]
}

/** What is owed was approved for that supplier: it is paid before they are merged. */
export async function refuseOwedNotes(
  { sourceId }: Pick<ProviderMerge, 'sourceId'>,
  trx: Transaction
): Promise<string[]> {
  const owed = await rows<{ number: string }>(
    `select number from expense_notes where provider_id = :sourceId and status in ('approved', 'in_payment') order by id limit 4 for update`,
    { sourceId },
    trx
  )
  if (owed.length === 0) return []
  const named = owed.slice(0, 3).map(({ number }) => number)
  return [
    `Tiene notas de gastos sin pagar (${named.join(', ')}${owed.length > 3 ? '…' : ''}): páguelas o anule su aprobación antes.`,
  ]
}

/** Open notes of a supplier that is merged become the other's; what was paid keeps whom it was paid to. */
export async function mergeNotes(
  { sourceId, targetId, actor }: ProviderMerge,
  trx: Transaction
): Promise<void> {
  await execute(
    `update expense_notes set provider_id = :targetId, updated_by = :userId, lock_version = lock_version + 1 where provider_id = :sourceId and status in ${OPEN}`,
    { sourceId, targetId, userId: actor.userId },
    trx
  )
  await execute(
    `update provider_requests set provider_id = :targetId where provider_id = :sourceId`,
    { sourceId, targetId },
    trx
  )
}
