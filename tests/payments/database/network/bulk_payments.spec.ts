import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'
import { cancelAtBank } from '#app/payments/bank/cancel_at_bank'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { resolveUnknown } from '#app/payments/bank/resolve_unknown'
import { resumeAuthorisations } from '#app/payments/bank/resume_authorisations'
import { submitBatch } from '#app/payments/bank/submit_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { ageAttempts, makeQueuedOrders, standOf, statesOf } from '#tests/factories/api_payments'
import { asking, makePayingStage, type PayingStage } from '#tests/factories/paying_bank'
import { approverOf } from '#tests/factories/payments'

async function makeBulkStage(): Promise<PayingStage> {
  const stage = await makePayingStage()
  stage.bank.takesBulk = true
  return stage
}

const numbersOf = async (orderIds: number[]) => (await standOf(orderIds)).map(({ number }) => number)
const countsOf = async ({ bank }: PayingStage, orderIds: number[]) =>
  (await numbersOf(orderIds)).map((number) => bank.countOf(number))

const three = ['sent.processing', 'sent.processing', 'sent.processing']

test.group('Payments that leave together', () => {
  test('are one submission, split at what the bank takes, and each is on record for itself', async ({
    assert,
  }) => {
    const stage = await makeBulkStage()
    stage.bank.capabilities = { batchMax: 2 }
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 3)
    const [, second = ''] = await numbersOf(orderIds)
    stage.bank.answer = (transfer) =>
      transfer.orderNumber === second
        ? { kind: 'refused', httpStatus: 422, code: 'AM04', message: 'Sin saldo' }
        : stage.bank.take(transfer)

    const totals = await submitBatch(batchIds[0] ?? 0)

    assert.deepEqual(
      stage.bank.asked.map(({ how, numbers }) => [how, numbers.length]),
      [
        ['bulk', 2],
        ['bulk', 1],
      ]
    )
    assert.deepInclude(totals, { taken: 2, refused: 1 })
    assert.deepEqual(await statesOf(orderIds), ['sent.processing', 'failed', 'sent.processing'])
    const keys = await rows<{ bulkKey: string }>(
      `select bulk_key from payment_attempts where order_id = any(:orderIds::bigint[]) order by order_id`,
      { orderIds }
    )
    assert.equal(keys[0]?.bulkKey, keys[1]?.bulkKey)
    assert.notEqual(keys[1]?.bulkKey, keys[2]?.bulkKey)
  })

  test('killed after the bank took them, each is found by its number', async ({ assert }) => {
    const stage = await makeBulkStage()
    stage.bank.dies = 'after'
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 3)
    await assert.rejects(() => submitBatch(batchIds[0] ?? 0), /killed/)
    assert.deepEqual(await statesOf(orderIds), ['sent.submitting', 'sent.submitting', 'sent.submitting'])
    stage.bank.dies = 'never'
    await ageAttempts(orderIds, 300)

    await recoverPayments()

    assert.deepEqual(await statesOf(orderIds), three)
    assert.deepEqual(await countsOf(stage, orderIds), [1, 1, 1])
    assert.lengthOf(stage.bank.asked, 1)
  })

  test('killed before, they go again together in the same words under the same key', async ({ assert }) => {
    const stage = await makeBulkStage()
    stage.bank.dies = 'before'
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 3)
    await assert.rejects(() => submitBatch(batchIds[0] ?? 0), /killed/)
    stage.bank.dies = 'never'
    await ageAttempts(orderIds, 300)

    await recoverPayments()

    assert.deepEqual(await statesOf(orderIds), three)
    assert.deepEqual(await countsOf(stage, orderIds), [1, 1, 1])
    const [first, again] = stage.bank.asked
    assert.deepEqual(again, first)
    assert.lengthOf(stage.bank.asked, 2)
  })

  test('of which the bank has one, the others are waited for and nothing is repeated', async ({ assert }) => {
    const stage = await makeBulkStage()
    stage.bank.dies = 'after'
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 3)
    await assert.rejects(() => submitBatch(batchIds[0] ?? 0), /killed/)
    stage.bank.dies = 'never'
    const all = stage.bank.held
    stage.bank.held = all.slice(0, 1)
    await ageAttempts(orderIds, 300)
    await recoverPayments()
    await recoverPayments()
    assert.deepEqual(await statesOf(orderIds), ['sent.processing', 'sent.unknown', 'sent.unknown'])
    assert.lengthOf(stage.bank.asked, 1)

    stage.bank.held = all
    await recoverPayments()

    assert.deepEqual(await statesOf(orderIds), three)
    assert.deepEqual(await countsOf(stage, orderIds), [1, 1, 1])
  })

  test('one by one they are never repeated, nor once the key may be forgotten', async ({ assert }) => {
    const stage = await makeBulkStage()
    stage.bank.dies = 'before'
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 2)
    await assert.rejects(() => submitBatch(batchIds[0] ?? 0), /killed/)
    stage.bank.dies = 'never'
    await ageAttempts(orderIds, 1500)
    await recoverPayments()

    assert.equal(await resolveUnknown(orderIds[0] ?? 0), 'waiting')
    assert.deepEqual(await statesOf(orderIds), ['sent.unknown', 'sent.unknown'])
    assert.lengthOf(stage.bank.asked, 1)
  })

  test('one that may not be paid any more stops the repetition of all of them', async ({ assert }) => {
    const stage = await makeBulkStage()
    stage.bank.dies = 'before'
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 2)
    await assert.rejects(() => submitBatch(batchIds[0] ?? 0), /killed/)
    stage.bank.dies = 'never'
    const { creditorIban } = await PaymentOrder.findOrFail(orderIds[0] ?? 0)
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Denunciada por el banco')`,
      { iban: creditorIban }
    )
    await ageAttempts(orderIds, 300)

    await recoverPayments()

    assert.lengthOf(stage.bank.asked, 1)
    assert.deepEqual(await statesOf(orderIds), ['sent.unknown', 'sent.unknown'])
  })

  test('to be authorised together, one yes is used for all; without one of them the others are asked for anew', async ({
    assert,
  }) => {
    const stage = await makeBulkStage()
    stage.bank.answer = () => asking()
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 3)
    await submitBatch(batchIds[0] ?? 0)
    await resumeAuthorisations()
    const [bulk, resumed] = stage.bank.asked
    assert.deepEqual(resumed, { ...bulk, how: 'resume', token: 'ficha-canario-4821' })

    await cancelAtBank(orderIds[1] ?? 0, 'Ya no hace falta', approverOf(stage).actor)
    assert.deepEqual(await statesOf(orderIds), ['sent.queued', 'cancelled', 'sent.queued'])
    await resumeAuthorisations()
    assert.lengthOf(stage.bank.asked, 2)
    stage.bank.answer = (transfer) => stage.bank.take(transfer)
    await submitBatch(batchIds[0] ?? 0)

    assert.deepEqual(await statesOf(orderIds), ['sent.processing', 'cancelled', 'sent.processing'])
    assert.deepEqual(await countsOf(stage, orderIds), [1, 0, 1])
    assert.notEqual(stage.bank.asked[2]?.key, bulk?.key)
  })
})
