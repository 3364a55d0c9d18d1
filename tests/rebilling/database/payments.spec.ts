import { test } from '@japa/runner'
import { inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { orderRebilling } from '#app/payments/kinds/rebilling/order_rebilling'
import { settleCharges } from '#app/payments/kinds/rebilling/settle_charges'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeBankAccount } from '#tests/factories/books'
import { beginMeanwhile } from '#tests/factories/meanwhile'
import {
  approveFully,
  type PaymentStage,
  releaseOne,
  SENT_ON,
  sendOne,
  settleOne,
} from '#tests/factories/payments'
import { letApprove, makeUser } from '#tests/factories/people'
import {
  bookSum,
  findCharge,
  makeIssuedCharge,
  makeRebillingStage,
  type RebillingStage,
} from '#tests/factories/rebilling'

type Stage = { rebilling: RebillingStage; paying: PaymentStage; chargeId: number; targetId: number }

/** An issued charge that the other company pays from its bank. */
async function makeStage(): Promise<Stage> {
  const rebilling = await makeRebillingStage(1)
  const targetId = rebilling.targetIds[0] ?? 0
  await makeBankAccount(rebilling.originId)
  const accountId = await makeBankAccount(targetId)
  const approvers = [await makeUser('aprobador'), await makeUser('aprobador'), await makeUser('aprobador')]
  for (const approver of approvers) await letApprove(targetId, approver, ['rebilling'], null)
  const { chargeId } = await makeIssuedCharge(rebilling, { settlement: 'payment' })
  const person = await makeUser('superC0ntab1l1dad')
  const paying = {
    siteId: targetId,
    accountId,
    approvers,
    person,
    creator: person,
    provider: rebilling.provider,
    providerName: '',
  }
  return { rebilling, paying, chargeId, targetId }
}

const pay = async ({ chargeId, paying }: Stage): Promise<PaymentOrder> => {
  const { ordered } = await settleCharges([chargeId], paying.person.actor)
  if (ordered !== 1) throw new Error('Nothing was ordered')
  const { id } = await oneRow<{ id: number }>(
    `select max(id)::int as id from payment_orders where source_type = 'rebilling_transaction' and source_id = :chargeId`,
    { chargeId }
  )
  return PaymentOrder.findOrFail(id)
}

const sums = async ({ rebilling, targetId }: Stage) => ({
  target: await bookSum(targetId, '5523'),
  origin: await bookSum(rebilling.originId, '5523'),
  onItsWay: await bookSum(rebilling.originId, '5729'),
  transit: await bookSum(targetId, '5550'),
})

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

test.group('Charges that are settled by a payment', () => {
  test('from a draft to the bank: both books agree on every day', async ({ assert }) => {
    const stage = await makeStage()
    assert.equal((await findCharge(stage.chargeId)).status, 'issued')
    const order = await pay(stage)
    assert.deepInclude(order.serialize(), { kind: 'rebilling', status: 'draft', amountMinor: 10_000 })
    assert.equal((await findCharge(stage.chargeId)).status, 'settling')
    await approveFully(stage.paying, order.id)
    await sendOne(stage.paying, order.id)
    assert.deepEqual(await sums(stage), { target: 0, origin: 0, onItsWay: 10_000, transit: -10_000 })

    await settleOne(stage.paying, order.id)

    assert.deepInclude(await findCharge(stage.chargeId), { status: 'settled', settledMinor: 10_000 })
    assert.equal(await bookSum(stage.targetId, '5550'), 0)
    await assertSound(assert)
  })

  test('its file is marked as sent with both books in the order of everybody else', async ({ assert }) => {
    const stage = await makeStage()
    const order = await pay(stage)
    await approveFully(stage.paying, order.id)
    const { batchId } = await releaseOne(stage.paying, order.id)

    const [marking] = await inTransaction(async (trx) => {
      await lockReconciliations(stage.rebilling.originId, trx)
      const meanwhile = await beginMeanwhile(
        () => markBatchSent(batchId, stage.paying.person.actor, SENT_ON),
        trx
      )
      await lockReconciliations(stage.targetId, trx)
      return meanwhile
    })

    assert.equal(await marking, 'done')
    assert.deepEqual(await sums(stage), { target: 0, origin: 0, onItsWay: 10_000, transit: -10_000 })
  })

  test('one that the bank gives back leaves it owed again, in both books', async ({ assert }) => {
    const stage = await makeStage()
    const order = await pay(stage)
    await approveFully(stage.paying, order.id)
    await sendOne(stage.paying, order.id)
    await settleOne(stage.paying, order.id)

    await returnOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: stage.paying.person.actor,
    })

    assert.deepInclude(await findCharge(stage.chargeId), { status: 'issued', settledMinor: 0 })
    assert.deepInclude(await sums(stage), { target: -10_000, origin: 10_000, onItsWay: 0 })
    await assertSound(assert)
  })

  test('one that the bank refuses takes back what both books said', async ({ assert }) => {
    const stage = await makeStage()
    const order = await pay(stage)
    await approveFully(stage.paying, order.id)
    await sendOne(stage.paying, order.id)

    await failOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: stage.paying.person.actor,
    })

    assert.equal((await findCharge(stage.chargeId)).status, 'issued')
    assert.deepEqual(await sums(stage), { target: -10_000, origin: 10_000, onItsWay: 0, transit: 0 })
    await assertSound(assert)
  })

  test('two clicks order it once', async ({ assert }) => {
    const stage = await makeStage()
    const ask = () => orderRebilling(stage.chargeId, {}, stage.paying.person.actor)
    const clicks = await Promise.allSettled([ask(), ask()])
    assert.deepEqual(clicks.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })

  test('who wrote the charge does not approve its payment', async ({ assert }) => {
    const stage = await makeStage()
    const { author } = stage.rebilling
    const order = await pay(stage)
    await approveFully({ ...stage.paying, approvers: [] }, order.id)
    const { fingerprint } = await PaymentOrder.findOrFail(order.id)
    const hands = await rows<{ part: string }>(
      `select part from payment_order_hands where order_id = :orderId and user_id = :authorId order by part`,
      { orderId: order.id, authorId: author.id }
    )
    assert.include(
      hands.map(({ part }) => part),
      'document'
    )

    await assert.rejects(() =>
      approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor: author.actor })
    )
  })

  test('what is settled on the current account is not paid', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeIssuedCharge(stage)
    await assert.rejects(() => orderRebilling(chargeId, {}, stage.author.actor), /no se liquida con un pago/)
  })
})
