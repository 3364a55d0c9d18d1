import type { Transaction } from '#app/kernel/database/sql'
import { rows } from '#app/kernel/database/sql'
import { type CheckPoint, checkOrders, previewOrders } from '#app/payments/orders/checks/check_order'
import type { Checked } from '#app/payments/orders/checks/judge_order'
import { lockRecords } from '#app/payments/orders/move_order'
import { type OrderRecord, RECORD_COLUMNS } from '#app/payments/orders/payment_order'

/** Why one payment of a file may not leave any more. */
export type Obstacle = { order: OrderRecord; code: string; reason: string }

/**
 * The payments of a batch that is still to leave, under their locks, and what speaks against them by all the checks of the
 * release. The caller holds the lock of the batch.
 */
export async function lockObstacles(
  batchId: number,
  point: CheckPoint,
  userId: number | null,
  trx: Transaction
): Promise<Obstacle[]> {
  const found = await rows<{ id: number }>(
    `select id from payment_orders where batch_id = :batchId and status = 'sent' order by id`,
    { batchId },
    trx
  )
  const orders = await lockRecords(
    found.map(({ id }) => id),
    trx
  )
  return obstaclesOf(orders, await checkOrders(orders, point, userId, trx))
}

/** The same for somebody who only looks. */
export async function previewObstacles(batchId: number, trx: Transaction): Promise<Obstacle[]> {
  const orders = await rows<OrderRecord>(
    `select ${RECORD_COLUMNS} from payment_orders where batch_id = :batchId and status = 'sent' order by id`,
    { batchId },
    trx
  )
  return obstaclesOf(orders, await previewOrders(orders, null, trx))
}

/** The first error of each: the gravest. */
function obstaclesOf(orders: readonly OrderRecord[], checked: readonly Checked[]): Obstacle[] {
  return orders.flatMap((order, index) => {
    const failed = checked[index]?.checks.find(({ level }) => level === 'error')
    return failed ? [{ order, code: failed.code, reason: failed.message }] : []
  })
}
