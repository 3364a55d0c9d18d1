import { test } from '@japa/runner'
import { storeFile } from '#app/files/store_file'
import { execute, rows } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { closeUnknown } from '#app/payments/bank/close_unknown'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { ORDER_TABS, ordersList } from '#app/payments/orders/page/list_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { ageAttempts, makeQueuedOrders, standOf, statesOf } from '#tests/factories/api_payments'
import { makePayingStage, type PayingStage } from '#tests/factories/paying_bank'
import { makeUser, type Person } from '#tests/factories/people'

const FIFTEEN_DAYS = 15 * 86_400

const AUTHORISATION = {
  url: null,
  instruction: 'Abra Probanco y pague la transferencia.',
  expiresAt: null,
  token: null,
}

/** A payment that the bank has had for fifteen days, and that nobody has authorised there. */
async function makeOld(stage: PayingStage): Promise<number> {
  stage.bank.answer = (transfer) =>
    stage.bank.take(transfer, { state: 'awaiting_authorisation', authorisation: AUTHORISATION })
  const { batchIds, orderIds } = await makeQueuedOrders(stage, 1)
  await submitBatch(batchIds[0] ?? 0)
  await ageAttempts(orderIds, FIFTEEN_DAYS)
  await execute(
    `update payment_orders set sent_at = sent_at - make_interval(secs => :seconds) where id = any(:orderIds::bigint[])`,
    { orderIds, seconds: FIFTEEN_DAYS }
  )
  return orderIds[0] ?? 0
}

const oneDayLater = (orderId: number) =>
  execute(`update payment_orders set held_since = held_since - interval '25 hours' where id = :orderId`, {
    orderId,
  })

async function isIncident(orderId: number, { id }: Person): Promise<boolean> {
  const { rows: found } = await listOf(
    ordersList({ id, role: 's1st3ma', siteIds: 'all' }, { name: 'pagos', showsWorth: false }),
    { page: 1, perPage: 10, sort: 'number', direction: 'desc', cursor: null, exactCount: false },
    { where: [ORDER_TABS.incident ?? '', 'o.id = :orderId'], bindings: { orderId } }
  )
  return found.length === 1
}

const toldOf = (orderId: number, { email }: Person) =>
  rows<{ subject: string }>(
    `select subject from outgoing_mails where object_type = 'payment_order' and object_id = :orderId and "to" = :email order by id`,
    { orderId, email }
  )

test.group('Payments that nobody authorised at the bank in two weeks', () => {
  test('are cancelled there, and nothing was ever posted', async ({ assert }) => {
    const stage = await makePayingStage()
    const orderId = await makeOld(stage)

    await recoverPayments()

    const [stand] = await standOf([orderId])
    assert.deepEqual([stand?.state, stand?.postings], ['cancelled', 0])
  })

  test('of which the bank knows nothing any more are in doubt, asked to be cancelled once, and closed by a person', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const orderId = await makeOld(stage)
    const lead = await makeUser('s1st3ma')
    stage.bank.held = []

    for (let time = 0; time < 3; time++) await recoverPayments()

    assert.deepEqual(await statesOf([orderId]), ['sent.unknown'])
    assert.lengthOf(stage.bank.cancellations, 1)
    assert.isTrue(await isIncident(orderId, lead))
    assert.lengthOf(await toldOf(orderId, lead), 1)
    const submitted = stage.bank.asked.length
    await closeUnknown({
      orderId,
      isExecuted: false,
      proof: 'El banco confirma por escrito que no la tiene',
      proofFileId: (await storeFile({ name: 'carta.pdf', bytes: Buffer.from('carta'), createdBy: lead.id }))
        .id,
      actor: lead.actor,
    })
    assert.deepEqual(await statesOf([orderId]), ['failed'])
    assert.lengthOf(stage.bank.asked, submitted)
    assert.equal((await standOf([orderId]))[0]?.postings, 0)
  })

  for (const cancels of ['goes_on', 'no_answer'] as const)
    test(`are tried once a day while the bank has them still and answers ${cancels}; people are told once`, async ({
      assert,
    }) => {
      const stage = await makePayingStage()
      const orderId = await makeOld(stage)
      const lead = await makeUser('s1st3ma')
      stage.bank.cancels = cancels

      for (let time = 0; time < 3; time++) await recoverPayments()
      assert.lengthOf(stage.bank.cancellations, 1)
      await oneDayLater(orderId)
      for (let time = 0; time < 2; time++) await recoverPayments()

      assert.lengthOf(stage.bank.cancellations, 2)
      assert.deepEqual(await statesOf([orderId]), ['sent.awaiting_authorisation'])
      assert.equal((await PaymentOrder.findOrFail(orderId)).holdReason, 'authorisation_expired')
      assert.isTrue(await isIncident(orderId, lead))
      assert.lengthOf(await toldOf(orderId, lead), 1)

      const { number } = await PaymentOrder.findOrFail(orderId)
      stage.bank.become(number, { state: 'processing', providerStatus: 'sent' })
      await recoverPayments({ pollSeconds: 0 })
      const { status, subStatus, holdReason } = await PaymentOrder.findOrFail(orderId)
      assert.deepEqual([status, subStatus, holdReason], ['sent', 'processing', null])
    })

  test('are left alone while their connection may not be used', async ({ assert }) => {
    const stage = await makePayingStage()
    const orderId = await makeOld(stage)
    await execute(`update connectors set status = 'paused' where id = :id`, { id: stage.connectorId })

    await recoverPayments()

    assert.lengthOf(stage.bank.cancellations, 0)
    assert.deepEqual(await statesOf([orderId]), ['sent.awaiting_authorisation'])
  })
})
