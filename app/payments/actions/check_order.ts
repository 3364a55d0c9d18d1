import { checkIbans, findIbanHits } from '#app/blacklist/check_iban'
import { DomainError } from '#app/kernel/domain_error'
import type { Transaction } from '#app/kernel/sql'
import { type Checked, judgeOrder } from '#app/payments/actions/judge_order'
import type { OrderRecord } from '#app/payments/models/payment_order'
import { readOrderFacts } from '#app/payments/queries/order_facts'

export type CheckPoint = 'create' | 'buffer' | 'approve' | 'release'

/** The checks of area 28 §4 on one order at one point of its way. Nothing of the order is changed. */
export async function checkOrder(
  order: OrderRecord,
  point: CheckPoint,
  userId: number | null,
  trx: Transaction
): Promise<Checked> {
  const [checked] = await checkOrders([order], point, userId, trx)
  if (!checked) throw new Error(`Order ${order.id} was not checked`)
  return checked
}

/**
 * The same on many saved orders, in their order, with as many statements as for one. Each is judged as the books
 * stand now: what another of them frees or takes in the meantime is not seen.
 */
export async function checkOrders(
  orders: readonly OrderRecord[],
  point: CheckPoint,
  userId: number | null,
  trx: Transaction
): Promise<Checked[]> {
  const facts = await readOrderFacts({ orders, userId, mode: 'lock' }, trx)
  const wanted = orders.map(({ id, creditorIban }) => ({ iban: creditorIban ?? '', objectId: id }))
  const hits = await checkIbans(
    wanted,
    { point: `payment_order.${point}`, objectType: 'payment_order', userId },
    trx
  )
  return orders.map((order, index) => {
    const found = facts.get(order.id)
    if (!found) throw new Error(`Order ${order.id} is not in the database`)
    return judgeOrder(order, found, hits[index] ?? null)
  })
}

/** The same for somebody who only looks: nothing is locked, and no attempt on a blocked account is noted. */
export async function previewOrder(
  order: OrderRecord,
  userId: number | null,
  trx: Transaction
): Promise<Checked> {
  const facts = (await readOrderFacts({ orders: [order], userId, mode: 'look' }, trx)).get(order.id)
  if (!facts) throw new Error(`Order ${order.id} is not in the database`)
  const [hit] = await findIbanHits([order.creditorIban ?? ''], trx)
  return judgeOrder(order, facts, hit ?? null)
}

/** Throws the first error among the checks. */
export function refuseFailed({ checks }: Checked, number: string): void {
  const failed = checks.find((check) => check.level === 'error')
  if (failed) throw new DomainError('E_CHECK', `${number}: ${failed.message}`)
}
