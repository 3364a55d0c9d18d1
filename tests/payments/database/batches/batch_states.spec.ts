import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import { batchBadge } from '#app/payments/orders/page/order_badges'
import type { BATCH_STATUS } from '#app/payments/orders/payment_order_workflow'
import { releaseOrders } from '#app/payments/release/release_orders'
import {
  approverOf,
  makeApprovedOrder,
  makePaymentStage,
  type PaymentStage,
  SENT_ON,
  settleOne,
  withNewProvider,
} from '#tests/factories/payments'

type State = keyof typeof BATCH_STATUS

const AT_BANK: readonly State[] = ['sent', 'partially_done', 'done', 'failed']
const BEFORE: readonly State[] = ['building', 'ready', 'cancelled']
const COUNTS = [0, 1, 2, 3]

const stateOf = async (was: State, open: number, settled: number, lost: number) =>
  (
    await oneRow<{ state: State }>(
      `select payment_batch_state(:was, :open::bigint, :settled::bigint, :lost::bigint) as state`,
      { was, open, settled, lost }
    )
  ).state

const badgeOf = (status: State) =>
  batchBadge({ status, channel: 'sepa_file', downloads: 1, isFrozen: false }).label

test.group('What became of a batch that is at the bank', () => {
  test('follows from its payments alone, for all combinations of them', async ({ assert }) => {
    for (const open of COUNTS)
      for (const settled of COUNTS)
        for (const lost of COUNTS) {
          const states = new Set<State>()
          for (const was of AT_BANK) states.add(await stateOf(was, open, settled, lost))
          for (const was of BEFORE) assert.equal(await stateOf(was, open, settled, lost), was)
          if (open + settled + lost === 0) continue
          const what = `${open} open, ${settled} paid, ${lost} lost`
          assert.equal(states.size, 1, `${what}: whatever it was before`)
          const [state] = states
          // Executed in part is what was executed, and not all of it.
          assert.equal(state === 'partially_done', settled > 0 && open + lost > 0, what)
          assert.equal(state === 'done', settled > 0 && open + lost === 0, what)
          assert.equal(state === 'failed', settled === 0 && open === 0, what)
          assert.equal(state === 'sent', settled === 0 && open > 0, what)
        }
  })
})

type End = 'open' | 'paid' | 'failed' | 'returned'
const ENDS: readonly End[] = ['open', 'paid', 'failed', 'returned']

/** What people read of a batch of payments that ended so. */
function told(ends: readonly End[]): string {
  const paid = ends.filter((end) => end === 'paid').length
  if (paid === ends.length) return 'Ejecutada'
  if (paid > 0) return 'Parcialmente ejecutada'
  return ends.includes('open') ? 'Marcada como enviada' : 'Fallida'
}

async function end(stage: PaymentStage, orderId: number, how: End): Promise<void> {
  const said = { orderId, code: 'AM05', comment: 'Lo ha dicho el banco', actor: stage.person.actor }
  if (how === 'failed') await failOrder(said)
  if (how === 'paid' || how === 'returned') await settleOne(stage, orderId)
  if (how === 'returned') await returnOrder({ ...said, returnedOn: calendarDate('2026-04-02') })
}

test.group('A batch of payments', () => {
  const combinations = [
    ...ENDS.map((one) => [one]),
    ...ENDS.flatMap((one, at) => ENDS.slice(at).map((two) => [one, two])),
  ]
  for (const ends of combinations)
    test(`that ended as ${ends.join(' and ')} says so`, async ({ assert }) => {
      const stage = await withNewProvider(await makePaymentStage())
      const orderIds: number[] = []
      for (const [at] of ends.entries())
        orderIds.push((await makeApprovedOrder(stage, `BS-${at}`, 10_000 + at)).id)
      const { batchIds } = await releaseOrders(orderIds, approverOf(stage).actor)
      const [batchId = 0] = batchIds
      await markBatchSent(batchId, stage.person.actor, SENT_ON)

      for (const [at, how] of ends.entries()) await end(stage, orderIds[at] ?? 0, how)

      const { status } = await oneRow<{ status: State }>(
        `select status from payment_batches where id = :batchId`,
        { batchId }
      )
      assert.equal(badgeOf(status), told(ends))
    })
})
