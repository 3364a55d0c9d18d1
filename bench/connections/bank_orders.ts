import { execute, rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { approveOrders } from '#app/payments/approvals/decide_orders'
import { executionDay } from '#app/payments/orders/checks/execution_day'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeDraftOrders } from '#tests/factories/approved_orders'
import type { Connected } from './connect_bank.js'
import { inParallel } from './in_parallel.js'

/** What an order is of, without its cents; each is of another amount. */
const LEAST_EUROS = 121
const AT_ONCE = 3

/** Orders of the account of a connection that two people have approved, in the order of their cents. */
export async function approveBankOrders(connected: Connected, cents: readonly number[]): Promise<number[]> {
  const { siteId, accountId, person, approvers } = connected
  const orderIds = await makeDraftOrders({
    siteId,
    accountId,
    personId: person.id,
    amounts: cents.map((end, place) => (LEAST_EUROS + place) * 100 + end),
    executionOn: executionDay(today()),
    channel: 'api',
  })
  await inParallel(orderIds, AT_ONCE, (id) => bufferOrder(id, person.actor))
  for (const { actor } of approvers) {
    const shown = await rows<{ id: number; fingerprint: string }>(
      `select id, fingerprint from payment_orders where id = any(:orderIds::bigint[]) and status = 'buffered' order by id`,
      { orderIds }
    )
    await approveOrders(shown, { comment: 'Conforme', actor })
  }
  const [open] = await rows<{ number: string; status: string }>(
    `select number, status from payment_orders where id = any(:orderIds::bigint[]) and status <> 'approved' limit 1`,
    { orderIds }
  )
  if (open) throw new Error(`${open.number} is ${open.status} after two approvals`)
  return orderIds
}

/** Puts approved orders in the queue of the bank, these together. Gives the batches, in the order in which they leave. */
export async function releaseTogether(
  { person }: Connected,
  groups: readonly (readonly number[])[]
): Promise<number[]> {
  const batchIds: number[] = []
  for (const group of groups) {
    const { batchIds: made, released, heldBack } = await releaseOrders([...group], person.actor, morning())
    if (released !== group.length) throw new Error(`Not released: ${JSON.stringify(heldBack.slice(0, 3))}`)
    batchIds.push(...made)
  }
  return batchIds
}

/** Before the hour at which banks stop taking payments for the day, whenever the rehearsal runs. */
const morning = (): Date => new Date(`${today()}T08:00:00.000Z`)

/** What was put off is due: nobody waits for minutes in a rehearsal. */
export async function letTimePass({ connectorId }: Connected): Promise<void> {
  await execute(
    `update payment_attempts a set not_before = clock_timestamp()
       from payment_orders o join bank_accounts b on b.id = o.debtor_account_id
      where o.id = a.order_id and b.connector_id = :connectorId and a.status = 'planned' and a.not_before > clock_timestamp()`,
    { connectorId }
  )
}
