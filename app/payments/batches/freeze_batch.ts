import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { Obstacle } from '#app/payments/batches/batch_obstacles'
import type PaymentBatch from '#app/payments/batches/payment_batch'
import { tellFrozen } from '#app/payments/batches/tell_frozen'
import { HOLDS } from '#app/payments/orders/checks/order_holds'
import { HOLD_LABELS, type Hold } from '#app/payments/orders/payment_order_workflow'

type Frozen = Pick<PaymentBatch, 'id' | 'number' | 'siteId' | 'downloads'>

/**
 * Keeps on the payments of a locked batch why its file may not go to the bank. What can be put right without approving anew
 * (the account that is charged) holds nothing. Gives the keys of those that were held now.
 */
export async function freezeBatch(
  batch: Frozen,
  obstacles: readonly Obstacle[],
  actor: Actor,
  trx: Transaction
): Promise<number[]> {
  const held: number[] = []
  for (const { order, code, reason } of obstacles) {
    const hold = HOLDS[code]
    if (hold && (await holdInFile(batch, { order, hold, reason }, actor, trx))) held.push(order.id)
  }
  await tellFrozen(batch, held, trx)
  return held
}

type Held = { order: { id: number; number: string }; hold: Hold; reason: string }

/**
 * One payment of a locked batch is held, and with it the file, and both histories say so. False where it was held before.
 * Whoever has to know is told by `tellFrozen`.
 */
export async function holdInFile(
  { id: batchId, siteId }: Pick<Frozen, 'id' | 'siteId'>,
  { order, hold, reason }: Held,
  actor: Actor,
  trx: Transaction
): Promise<boolean> {
  const held = await execute(
    `update payment_orders set hold_reason = :hold, held_since = now() where id = :orderId and hold_reason is null`,
    { orderId: order.id, hold },
    trx
  )
  if (held === 0) return false
  await recordEvent(
    {
      actor,
      objectType: 'payment_order',
      objectId: order.id,
      siteId,
      event: 'payment_order.frozen',
      reason,
    },
    trx
  )
  // The history of a batch is read by people who do not see all of its payments: number and kind of reason, no more.
  await recordEvent(
    {
      actor,
      objectType: 'payment_batch',
      objectId: batchId,
      siteId,
      event: 'payment_batch.frozen',
      reason: `${order.number}: ${HOLD_LABELS[hold]}`,
    },
    trx
  )
  return true
}

const NAMED_MAX = 3

/** The refusal of a frozen file, with the payments concerned and why. */
export function frozenError({ number, downloads }: Frozen, obstacles: readonly Obstacle[]): DomainError {
  const named = obstacles.slice(0, NAMED_MAX).map(({ order, reason }) => `${order.number}: ${reason}`)
  const more = obstacles.length - named.length
  return new DomainError(
    'E_FROZEN',
    [
      `La remesa ${number} está congelada. ${named.join(' ')}`,
      ...(more > 0 ? [`Y ${more} más.`] : []),
      ...(downloads > 0 ? ['No suba al banco el fichero ya descargado.'] : []),
      'Saque de la remesa los pagos retenidos o anúlela.',
    ].join(' ')
  )
}
