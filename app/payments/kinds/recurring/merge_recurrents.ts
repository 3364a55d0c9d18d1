import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import type { ProviderMerge } from '#app/providers/merge_followers'

/** Recurrent payments that would go with a supplier. */
export async function countRecurrents(sourceId: number, trx: Transaction) {
  const { count } = await oneRow<{ count: number }>(
    `select count(*)::int as count from recurrent_payments where provider_id = :sourceId`,
    { sourceId },
    trx
  )
  return [{ one: 'pago recurrente', many: 'pagos recurrentes', count }]
}

/** What is on its way goes where it was approved to go: a supplier is merged before or after it, not meanwhile. */
export async function refuseLiveOrders(
  { sourceId }: Pick<ProviderMerge, 'sourceId'>,
  trx: Transaction
): Promise<string[]> {
  const live = await rows<{ number: string }>(
    `select number from payment_orders where creditor_type = 'provider' and creditor_id = :sourceId and status in ('draft', 'buffered', 'approved', 'sent') order by id limit 4`,
    { sourceId },
    trx
  )
  if (live.length === 0) return []
  const named = live.slice(0, 3).map(({ number }) => number)
  return [
    `Tiene pagos en curso (${named.join(', ')}${live.length > 3 ? '…' : ''}): termínelos o anúlelos antes.`,
  ]
}

/** Recurrent payments of a supplier that is merged become the other's. Orders of the past keep whom they paid. */
export async function mergeRecurrents(
  { sourceId, targetId, actor }: ProviderMerge,
  trx: Transaction
): Promise<void> {
  await execute(
    `update recurrent_payments set provider_id = :targetId, updated_by = :userId, lock_version = lock_version + 1 where provider_id = :sourceId`,
    { sourceId, targetId, userId: actor.userId },
    trx
  )
}
