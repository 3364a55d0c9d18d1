import { randomUUID } from 'node:crypto'
import { oneRow } from '#app/kernel/database/sql'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { submitBatch } from '#app/payments/bank/submit_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { payNow } from '#app/payments/release/pay_now'
import { releaseOrders } from '#app/payments/release/release_orders'
import { bindAccount } from '#tests/factories/api_payments'
import { approverOf, makeDraftOrder, makePaymentStage, type PaymentStage } from '#tests/factories/payments'
import type { Installation } from './installation.js'
import { audit, BENCH_BANK, openBank, statesText, wrongOf } from './payment_bank.js'
import { figure, type Section } from './report.js'

const REPETITIONS = 200
const AT_ONCE = 50

type Tally = { act: string; asked: number; done: number; repetitions: number; wrong: number }

/** Fifty people click the same thing at the same moment, two hundred times: one effect each, and one transfer at the bank. */
export async function rehearseClicks(_: Installation, args: string[]): Promise<Section> {
  const repetitions = Number(args[0] ?? REPETITIONS)
  const { bank, close } = await openBank()
  const stage = await makePaymentStage()
  await bindAccount(stage.accountId, BENCH_BANK)
  const orderIds: number[] = []
  const tallies = new Map<string, Tally>()
  for (let turn = 0; turn < repetitions; turn++) {
    const order = await makeDraftOrder(stage, `CLICK-${randomUUID().slice(0, 8)}`, 100)
    orderIds.push(order.id)
    await clickThrough(stage, order.id, tallies)
    if (turn % 20 === 19) process.stderr.write(`Turn ${turn + 1}: ${bank.transfers.size} at the bank\n`)
  }
  const found = await audit(bank, orderIds)
  await close()
  const wrong = [...tallies.values()].reduce((sum, tally) => sum + tally.wrong, 0)
  process.stderr.write(`${JSON.stringify(found)} ${wrong}\n`)
  if (wrong + wrongOf(found) > 0 || found.taken !== repetitions) process.exitCode = 1
  return {
    name: 'payments-clicks',
    title: `${AT_ONCE} identical clicks at once, ${repetitions} times`,
    notes: [
      `Of ${figure(found.orders)} payments the bank took ${figure(found.taken)}, ${found.twice} of them twice; ${statesText(found)}; ${found.violations} violated invariants. A payment for which something speaks asks for two approvals: then two are right.`,
    ],
    tables: [
      {
        caption: 'What was clicked and what came of it',
        columns: ['act', 'times', 'clicks', 'with an effect', 'times with another effect than one'],
        rows: [...tallies.values()].map(({ act, repetitions: times, asked, done, wrong: bad }) => [
          act,
          times,
          figure(asked),
          figure(done),
          bad,
        ]),
      },
    ],
  }
}

async function clickThrough(
  stage: PaymentStage,
  orderId: number,
  tallies: Map<string, Tally>
): Promise<void> {
  const { actor: preparer } = stage.creator
  await clickMany('pay now', tallies, 1, () =>
    payNow({ orderId, reason: 'Pago urgente', confirmDuplicate: true, actor: preparer }).then(() => 1)
  )
  const { status, requiredApprovals, fingerprint } = await PaymentOrder.findOrFail(orderId)
  if (status === 'draft') await bufferOrder(orderId, preparer, true)
  await clickMany('approve', tallies, requiredApprovals ?? 1, (index) =>
    approveOrder({
      orderId,
      shownFingerprint: fingerprint,
      actor: approverOf(stage, index % stage.approvers.length).actor,
    }).then(() => 1)
  )
  const releaser = approverOf(stage).actor
  await clickMany('release', tallies, 1, () =>
    releaseOrders([orderId], releaser).then(({ released }) => released)
  )
  const { batchId } = await oneRow<{ batchId: number }>(
    `select coalesce(batch_id, 0) as batch_id from payment_orders where id = :orderId`,
    { orderId }
  )
  await clickMany('send', tallies, 1, () => submitBatch(batchId).then(({ taken }) => taken))
}

/** Does it as often as said at once; counts the effects, and whether there were as many as there may be. */
async function clickMany(
  act: string,
  tallies: Map<string, Tally>,
  expected: number,
  click: (index: number) => Promise<number>
): Promise<void> {
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, index) => click(index)))
  const effects = outcomes.reduce(
    (sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0),
    0
  )
  const tally = tallies.get(act) ?? { act, asked: 0, done: 0, repetitions: 0, wrong: 0 }
  tallies.set(act, {
    act,
    asked: tally.asked + AT_ONCE,
    done: tally.done + effects,
    repetitions: tally.repetitions + 1,
    wrong: tally.wrong + (effects === expected ? 0 : 1),
  })
}
