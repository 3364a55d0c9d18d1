import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { retryOrder } from '#app/payments/orders/retry_order'
import { markUnreconciled } from '#app/payments/orders/settle_order'
import { payNow } from '#app/payments/release/pay_now'
import { releaseOrders } from '#app/payments/release/release_orders'
import {
  type ApiStage,
  makeApiStage,
  makeQueuedOrders,
  statesOf,
  takenOf,
} from '#tests/factories/api_payments'
import {
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  sendOne,
  settleOne,
} from '#tests/factories/payments'

const CLICKS = 50

const violations = async () => (await checkInvariants()).filter((result) => result.violations > 0)

/** How many of many clicks at once had an effect. */
async function clickAtOnce(click: (index: number) => Promise<number>): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: CLICKS }, (_, index) => click(index)))
  return outcomes.reduce((sum, outcome) => sum + (outcome.status === 'fulfilled' ? outcome.value : 0), 0)
}

/** Double payments of other products (reliability, table 1), each as it happened there. */
test.group('Stories of double payments', (group) => {
  let stage: ApiStage
  group.setup(async () => {
    stage = await makeApiStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.bank.faultOf = () => 'none'
  })

  test('a bank that pays no heed to keys is asked once all the same: the look-up finds what it took', async ({
    assert,
  }) => {
    stage.bank.keySeconds = 0
    stage.bank.faultOf = () => 'timeout_after_accepting'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 2)
    await submitBatch(batchIds[0] ?? 0)

    for (let round = 0; round < 3; round++) {
      await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
      await submitBatch(batchIds[0] ?? 0)
    }
    stage.bank.keySeconds = 1800

    assert.deepEqual(await takenOf(stage.bank, orderIds), [1, 1])
    assert.deepEqual(await statesOf(orderIds), ['sent.processing', 'sent.processing'])
  })

  test('what came back is paid again once, by one order with a key of its own, however often it is asked for', async ({
    assert,
  }) => {
    stage.bank.faultOf = () => 'returned_after_payment'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await submitBatch(batchIds[0] ?? 0)
    for (let round = 0; round < 2; round++) {
      stage.bank.work()
      await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })
    }
    const old = await PaymentOrder.findOrFail(orderIds[0] ?? 0)

    const done = await clickAtOnce(() => retryOrder(old.id, stage.creator.actor).then(() => 1))

    const again = await rows<{ id: number; key: string; number: string }>(
      `select id, idempotency_key as key, number from payment_orders where retry_of_id = :id`,
      { id: old.id }
    )
    assert.equal(old.status, 'returned')
    assert.equal(done, 1)
    assert.lengthOf(again, 1)
    assert.notEqual(again[0]?.key, old.idempotencyKey)
    assert.notEqual(again[0]?.number, old.number)
    assert.deepEqual(await violations(), [])
  })

  test('a button that is armed again and clicked on does nothing more', async ({ assert }) => {
    const order = await makeDraftOrder(stage, 'ARMED-1', 54_300)

    const asked = await clickAtOnce(() =>
      payNow({
        orderId: order.id,
        reason: 'Pago urgente',
        confirmDuplicate: true,
        actor: stage.creator.actor,
      }).then(() => 1)
    )
    const { fingerprint, requiredApprovals } = await PaymentOrder.findOrFail(order.id)
    const approved = await clickAtOnce((index) =>
      approveOrder({
        orderId: order.id,
        shownFingerprint: fingerprint,
        actor: approverOf(stage, index % 3).actor,
      }).then(() => 1)
    )
    const released = await clickAtOnce(() =>
      releaseOrders([order.id], approverOf(stage).actor).then((outcome) => outcome.released)
    )
    const { batchId } = await oneRow<{ batchId: number }>(
      `select batch_id from payment_orders where id = :id`,
      { id: order.id }
    )
    const sent = await clickAtOnce(() => submitBatch(batchId).then(({ taken }) => taken))

    assert.deepEqual([asked, approved, released, sent], [1, requiredApprovals, 1, 1])
    assert.deepEqual(await takenOf(stage.bank, [order.id]), [1])
  })

  test('a payment whose reconciliation is undone does not make its invoice payable again', async ({
    assert,
  }) => {
    const own = await makePaymentStage()
    const order = await sendOne(own, (await makeApprovedOrder(own, 'UNDO-1')).id)
    await settleOne(own, order.id)
    await execute(`update payment_orders set status = 'reconciled' where id = :id`, { id: order.id })

    await inTransaction((trx) => markUnreconciled(order.id, own.person.actor, trx))

    await assert.rejects(
      () => createOrder({ invoiceId: order.sourceId }, own.creator.actor),
      /ya está pagada/
    )
    await returnOrder({ orderId: order.id, code: 'MS03', comment: 'Devuelta', actor: own.person.actor })
    const again = await createOrder({ invoiceId: order.sourceId }, own.creator.actor)
    assert.equal(again.retryOfId, order.id)
  })

  test('an answer that cannot be read is no reason to ask twice', async ({ assert }) => {
    for (const fault of ['empty_body', 'error_500_after_accepting', 'slow'] as const) {
      stage.bank.faultOf = () => fault
      const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
      await submitBatch(batchIds[0] ?? 0)
      await submitBatch(batchIds[0] ?? 0)
      await recoverPayments({ staleSeconds: 0, pollSeconds: 0 })

      assert.deepEqual(await takenOf(stage.bank, orderIds), [1], fault)
      assert.deepEqual(await statesOf(orderIds), ['sent.processing'], fault)
    }
  })
})

test.group('Four eyes through every door', () => {
  test('whoever asks to pay now has a hand in the payment and does not approve it', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await makeDraftOrder(stage, 'EYES-1')
    const urgent = approverOf(stage)
    await payNow({ orderId: order.id, reason: 'Pago urgente', actor: urgent.actor })

    const { fingerprint } = await PaymentOrder.findOrFail(order.id)

    await assert.rejects(
      () => approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor: urgent.actor }),
      /usted ha creado|ha intervenido/
    )
  })

  test('accounting staff pay now up to 1.000,00 € and not a cent more', async ({ assert }) => {
    const stage = await makePaymentStage()
    const [little, much] = [
      await makeDraftOrder(stage, 'EYES-2', 100_000),
      await makeDraftOrder(stage, 'EYES-3', 100_001),
    ]

    await payNow({ orderId: little.id, reason: 'Pago urgente', actor: stage.creator.actor })

    await assert.rejects(
      () => payNow({ orderId: much.id, reason: 'Pago urgente', actor: stage.creator.actor }),
      /hasta 1\.000,00/
    )
    assert.deepEqual(await statesOf([little.id, much.id]), ['buffered', 'draft'])
  })

  test('the last approval of a payment to be made now puts its release in the queue', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await makeDraftOrder(stage, 'EYES-4')
    await payNow({ orderId: order.id, reason: 'Pago urgente', actor: stage.creator.actor })
    for (const { actor } of stage.approvers) {
      const { status, fingerprint } = await PaymentOrder.findOrFail(order.id)
      if (status === 'buffered')
        await approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor })
    }

    const found = await rows(
      `select queue from job_runs where queue = 'payments.release_now' and object_id = :id`,
      { id: order.id }
    )
    const mails = await rows(
      `select 1 as found from outgoing_mails where object_type = 'payment_order' and object_id = :id`,
      { id: order.id }
    )
    assert.lengthOf(found, 1)
    assert.lengthOf(mails, 3)
  })

  test('payments to one payee in several bulk approvals still need the approvals of their sum', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const orders = []
    for (const [index, amount] of [240_000, 240_100, 240_200].entries())
      orders.push(await makeDraftOrder(stage, `SPLIT-${index}`, amount))
    for (const { id } of orders) await bufferOrder(id, stage.creator.actor, true)

    const required = await Promise.all(
      orders.map(async ({ id }) => (await PaymentOrder.findOrFail(id)).requiredApprovals ?? 0)
    )

    assert.isAbove(required[2] ?? 0, required[0] ?? 0)
  })
})
