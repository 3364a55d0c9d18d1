import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { cancelOrder } from '#app/payments/approvals/decide_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseAtCutOff } from '#app/payments/release/release_at_cut_off'
import { makeApprovedOrder, makePaymentStage } from '#tests/factories/payments'

const at = (instant: string) => new Date(instant)

const batchDay = async (orderId: number) =>
  oneRow<{ day: string; status: string }>(
    `select b.execution_date as day, o.status from payment_orders o join payment_batches b on b.id = o.batch_id where o.id = :orderId`,
    { orderId }
  )

const dayOf = async (orderId: number) => (await PaymentOrder.findOrFail(orderId)).executionDate

test.group('The release at the hour of the bank', () => {
  test('leaves alone what is approved until the hour has come, and releases it once on the day', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'CUT-1')
    const day = await dayOf(order.id)

    await releaseAtCutOff(at(`${day}T08:00:00Z`))
    const before = (await PaymentOrder.findOrFail(order.id)).status
    await releaseAtCutOff(at(`${day}T15:30:00Z`))
    await releaseAtCutOff(at(`${day}T16:00:00Z`))

    const { runs } = await oneRow<{ runs: number }>(
      `select count(*)::int as runs from payment_cut_offs where bank_account_id = :id`,
      { id: stage.accountId }
    )
    assert.equal(before, 'approved')
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'sent')
    assert.equal(runs, 1)
  })

  test('at Christmas and on Good Friday nothing is released, and the day of what waits moves on', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'CUT-2')

    for (const closed of ['2029-12-25T16:00:00Z', '2030-04-19T16:00:00Z', '2029-12-26T16:00:00Z'])
      await releaseAtCutOff(at(closed))
    const during = (await PaymentOrder.findOrFail(order.id)).status
    await releaseAtCutOff(at('2029-12-24T16:00:00Z'))

    assert.equal(during, 'approved')
    assert.deepEqual(await batchDay(order.id), { day: '2029-12-27', status: 'sent' })
  })

  test('without money a payment is tried at every hour for five days and then goes back to draft', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'CUT-3', 1_500_000)

    await releaseAtCutOff(at('2029-12-10T16:00:00Z'))
    const first = await PaymentOrder.findOrFail(order.id)
    await releaseAtCutOff(at('2029-12-14T16:00:00Z'))
    const fourth = await PaymentOrder.findOrFail(order.id)
    await releaseAtCutOff(at('2029-12-17T16:00:00Z'))
    const last = await PaymentOrder.findOrFail(order.id)

    assert.deepEqual([first.status, first.holdReason], ['approved', 'no_funds'])
    assert.equal(fourth.status, 'approved')
    assert.deepEqual([last.status, last.holdReason], ['draft', 'no_funds'])
    await cancelOrder(order.id, 'Fin de la prueba', stage.person.actor)
  })
})
