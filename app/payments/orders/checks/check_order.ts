import { type BlacklistHit, checkIbans, findIbanHits } from '#app/blacklist/check_iban'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type Checked, judgeOrder } from '#app/payments/orders/checks/judge_order'
import { type OrderFacts, readOrderFacts } from '#app/payments/orders/checks/order_facts'
import type { OrderRecord } from '#app/payments/orders/payment_order'

export type CheckPoint = 'create' | 'buffer' | 'approve' | 'release' | 'download' | 'send'

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
  return orders.map(await readJudge(orders, point, userId, trx))
}

/** What the checks say of an order whose facts were read, as it stands when it is asked about: with what was confirmed of it since. */
export type Judge = (order: OrderRecord) => Checked

/** Reads what the checks look at for many saved orders at once, under their locks, and gives who judges each of them. */
export async function readJudge(
  orders: readonly OrderRecord[],
  point: CheckPoint,
  userId: number | null,
  trx: Transaction
): Promise<Judge> {
  const facts = await readOrderFacts({ orders, userId: isOfFile(point) ? null : userId, mode: 'lock' }, trx)
  const wanted = orders.map(({ id, creditorIban }) => ({ iban: creditorIban ?? '', objectId: id }))
  const hits = await checkIbans(
    wanted,
    { point: `payment_order.${point}`, objectType: 'payment_order', userId },
    trx
  )
  return judgeBy(orders, facts, hits)
}

/** Whoever takes a file to the bank was allowed to pay from its account at the door: it freezes no file of others. */
const isOfFile = (point: CheckPoint) => point === 'download' || point === 'send'

/** The same for somebody who only looks: nothing is locked, and no attempt on a blocked account is noted. */
export async function previewOrder(
  order: OrderRecord,
  userId: number | null,
  trx: Transaction
): Promise<Checked> {
  const [checked] = await previewOrders([order], userId, trx)
  if (!checked) throw new Error(`Order ${order.id} was not checked`)
  return checked
}

/** The same of many, in their order. */
export async function previewOrders(
  orders: readonly OrderRecord[],
  userId: number | null,
  trx: Transaction
): Promise<Checked[]> {
  const facts = await readOrderFacts({ orders, userId, mode: 'look' }, trx)
  const hits = await findIbanHits(
    orders.map(({ creditorIban }) => creditorIban ?? ''),
    trx
  )
  return orders.map(judgeBy(orders, facts, hits))
}

function judgeBy(
  orders: readonly OrderRecord[],
  facts: ReadonlyMap<number, OrderFacts>,
  hits: readonly (BlacklistHit | null)[]
): Judge {
  const hitOf = new Map(orders.map(({ id }, index) => [id, hits[index] ?? null]))
  return (order) => {
    const found = facts.get(order.id)
    if (!found) throw new Error(`Order ${order.id} is not in the database`)
    return judgeOrder(order, found, hitOf.get(order.id) ?? null)
  }
}

/** What a check found against an order; `check` is its code, by which a form puts the message at a field of its own. */
class CheckFailed extends DomainError {
  readonly check: string

  constructor(check: string, message: string, field?: string) {
    super('E_CHECK', message, { field })
    this.check = check
  }
}

/** Throws the first error among the checks, with the number of the order where it is known to people. */
export function refuseFailed({ checks }: Checked, number: string | null): void {
  const failed = checks.find((check) => check.level === 'error')
  if (failed)
    throw new CheckFailed(failed.code, number === null ? failed.message : `${number}: ${failed.message}`)
}

/** What making an order refuses, at the field of a form that each check is about. */
export async function refusedAt<Made>(
  fields: Readonly<Record<string, string>>,
  make: () => Promise<Made>
): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof CheckFailed && fields[error.check] !== undefined)
      throw new CheckFailed(error.check, error.message, fields[error.check])
    throw error
  }
}
