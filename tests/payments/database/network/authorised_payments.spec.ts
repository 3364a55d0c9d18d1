import { test } from '@japa/runner'
import User from '#app/identity/models/user'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { cancelAtBank } from '#app/payments/bank/cancel_at_bank'
import { followProviderTransfer } from '#app/payments/bank/follow_provider_transfer'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { resumeAuthorisations } from '#app/payments/bank/resume_authorisations'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { orderPage } from '#app/payments/orders/page/order_page'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseAtCutOff } from '#app/payments/release/release_at_cut_off'
import { releaseOrders } from '#app/payments/release/release_orders'
import { ageAttempts, makeQueuedOrders, standOf, statesOf } from '#tests/factories/api_payments'
import { asking, makePayingStage, type PayingStage } from '#tests/factories/paying_bank'
import { approverOf, makeApprovedOrder } from '#tests/factories/payments'

const eventsOf = (orderId: number) =>
  rows<{ event: string; reason: string | null }>(
    `select event, reason from audit_events where object_type = 'payment_order' and object_id = :orderId order by id`,
    { orderId }
  )

const numberOf = async (orderId: number) => (await PaymentOrder.findOrFail(orderId)).number

/** One payment that waits for somebody's yes at the provider. */
async function makeWaiting(stage: PayingStage, count = 1): Promise<number[]> {
  stage.bank.answer = () => asking()
  const { batchIds, orderIds } = await makeQueuedOrders(stage, count)
  for (const batchId of batchIds) await submitBatch(batchId)
  return orderIds
}

test.group('Payments by a connection', () => {
  test('leave by it, and wait approved while it may not be used', async ({ assert }) => {
    const stage = await makePayingStage()
    const order = await makeApprovedOrder(stage, 'CON-1')
    assert.equal(order.channel, 'api')
    await execute(`update connectors set status = 'paused' where id = :id`, { id: stage.connectorId })

    const { released, heldBack } = await releaseOrders([order.id], approverOf(stage).actor)

    assert.equal(released, 0)
    assert.match(heldBack[0]?.reason ?? '', /Proveedor no disponible/)
    const held = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual([held.status, held.holdReason], ['approved', 'connector_down'])

    await execute(`update connectors set status = 'active' where id = :id`, { id: stage.connectorId })
    const { batchIds } = await releaseOrders([order.id], approverOf(stage).actor)
    await submitBatch(batchIds[0] ?? 0)
    assert.deepEqual(await statesOf([order.id]), ['sent.processing'])
    assert.deepEqual(
      stage.bank.asked.map(({ how }) => how),
      ['submit']
    )
  })

  test('what a provider refuses is said in its words, which tell what to do', async ({ assert }) => {
    const stage = await makePayingStage()
    const message = 'La política exige otra aprobación: súbale el límite y reintente el pago.'
    stage.bank.answer = () => ({ kind: 'refused', httpStatus: 422, code: 'policy', message })
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 1)

    for (const batchId of batchIds) await submitBatch(batchId)

    const order = await PaymentOrder.findOrFail(orderIds[0])
    assert.deepEqual([order.status, order.failureCode, order.failureMessage], ['failed', 'policy', message])
  })

  test('what a provider told is followed by asking it, and another transfer is nobody’s', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 1)
    await submitBatch(batchIds[0] ?? 0)
    const [known] = stage.bank.held
    stage.bank.become(known?.orderNumber ?? '', { state: 'executed', providerStatus: 'settled' })
    const { connectorId } = stage

    assert.equal(await followProviderTransfer({ connectorId, ref: 'another' }), 'unknown')
    assert.equal(await followProviderTransfer({ connectorId, ref: known?.ref ?? '' }), 'followed')

    assert.deepEqual(await statesOf(orderIds), ['paid'])
    const other = await makePayingStage()
    assert.equal(
      await followProviderTransfer({ connectorId: other.connectorId, ref: known?.ref ?? '' }),
      'unknown'
    )
  })

  test('are asked after while their connection may be asked, and take nobody’s turn while it may not', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const { batchIds } = await makeQueuedOrders(stage, 2)
    for (const batchId of batchIds) await submitBatch(batchId)
    const asked = async () => (await recoverPayments({ pollSeconds: 0 })).polled
    await asked()
    const active = await asked()

    await execute(`update connectors set status = 'paused' where id = :id`, { id: stage.connectorId })

    assert.equal(await asked(), active - 2)
  })

  test('told of a transfer whose answer never came, it is looked up by its number', async ({ assert }) => {
    const stage = await makePayingStage()
    stage.bank.dies = 'after'
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 1)
    await assert.rejects(() => submitBatch(batchIds[0] ?? 0), /killed/)
    stage.bank.dies = 'never'
    const [known] = stage.bank.held
    const told = { connectorId: stage.connectorId, ref: known?.ref ?? '' }
    assert.equal(await followProviderTransfer(told), 'waiting')
    await ageAttempts(orderIds, 300)
    await recoverPayments()

    assert.equal(await followProviderTransfer(told), 'followed')
    assert.deepEqual(await statesOf(orderIds), ['sent.processing'])
    assert.equal(stage.bank.countOf(known?.orderNumber ?? ''), 1)
  })
})

test.group('Payments that somebody has to authorise at the provider', () => {
  test('wait with nothing posted, and say where to go without the token', async ({ assert }) => {
    const stage = await makePayingStage()
    const [orderId = 0] = await makeWaiting(stage)

    const [stand] = await standOf([orderId])
    assert.deepEqual([stand?.state, stand?.attempts, stand?.postings], ['sent.awaiting_authorisation', 1, 0])
    const page = await orderPage(
      await PaymentOrder.findOrFail(orderId),
      await User.findOrFail(approverOf(stage).id)
    )
    assert.equal(page.order.status.label, 'Pendiente de autorizar en Probanco')
    assert.equal(page.order.authorisation?.url, 'https://bank.invalid/sign')
    assert.notInclude(JSON.stringify(page), 'ficha-canario')
    const stored = await oneRow<{ text: string }>(
      `select coalesce(a::text, '') || coalesce(w::text, '') as text from payment_authorisations w left join payment_attempts a on a.order_id = w.order_id where w.order_id = :orderId`,
      { orderId }
    )
    assert.notInclude(stored.text, 'ficha-canario')
  })

  test('are taken up again without noise, and posted once it is taken', async ({ assert }) => {
    const stage = await makePayingStage()
    const [orderId = 0] = await makeWaiting(stage)
    await resumeAuthorisations()
    await resumeAuthorisations()
    const before = (await eventsOf(orderId)).length
    assert.deepEqual(
      stage.bank.asked.map(({ how, token }) => [how, token]),
      [
        ['submit', null],
        ['resume', 'ficha-canario-4821'],
        ['resume', 'ficha-canario-4821'],
      ]
    )
    stage.bank.answer = (transfer) => stage.bank.take(transfer)

    await resumeAuthorisations()

    const [stand] = await standOf([orderId])
    assert.deepEqual([stand?.state, stand?.attempts, stand?.postings], ['sent.processing', 1, 1])
    assert.equal((await eventsOf(orderId)).length, before + 1)
    const { token } = await oneRow<{ token: string | null }>(
      `select token from payment_authorisations where order_id = :orderId`,
      { orderId }
    )
    assert.isNull(token)
    await resumeAuthorisations()
    assert.lengthOf(stage.bank.asked, 4)
  })

  test('denied, they are approved as before and only a person sends them again', async ({ assert }) => {
    const stage = await makePayingStage()
    const [orderId = 0] = await makeWaiting(stage)
    const { batchId } = await PaymentOrder.findOrFail(orderId)
    stage.bank.answer = () => ({ kind: 'denied', httpStatus: 403, message: 'La persona la rechazó.' })

    await resumeAuthorisations()

    const denied = await PaymentOrder.findOrFail(orderId)
    assert.deepEqual(
      [denied.status, denied.holdReason, denied.batchId],
      ['approved', 'authorisation_denied', null]
    )
    assert.include(
      (await eventsOf(orderId)).at(-1)?.reason ?? '',
      'Probanco: autorización denegada. La persona la rechazó.'
    )
    const batch = await oneRow<{ status: string; count: number }>(
      `select status, count from payment_batches where id = :batchId`,
      { batchId }
    )
    assert.deepEqual(batch, { status: 'failed', count: 0 })
    await execute(`update payment_orders set execution_date = current_date where id = :orderId`, {
      orderId,
    }).catch(() => undefined)
    await releaseAtCutOff(new Date('2027-03-10T20:00:00Z'))
    assert.deepEqual(await statesOf([orderId]), ['approved'])

    stage.bank.answer = (transfer) => stage.bank.take(transfer)
    const { batchIds } = await releaseOrders([orderId], approverOf(stage).actor)
    await submitBatch(batchIds[0] ?? 0)

    const [stand] = await standOf([orderId])
    assert.deepEqual([stand?.state, stand?.attempts, stand?.postings], ['sent.processing', 2, 1])
    assert.equal(stage.bank.countOf(denied.number), 1)
  })

  test('that nobody authorises in time are approved as before; asked once more first, for the yes may have come', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const [late = 0, never = 0] = await makeWaiting(stage, 2)
    await execute(
      `update payment_authorisations set expires_at = now() - interval '1 second' where order_id = any(:ids::bigint[])`,
      { ids: [late, never] }
    )
    const lateNumber = await numberOf(late)
    stage.bank.answer = (transfer) =>
      transfer.orderNumber === lateNumber ? stage.bank.take(transfer) : asking()

    await resumeAuthorisations()

    assert.deepEqual(await statesOf([late, never]), ['sent.processing', 'approved'])
    assert.equal((await PaymentOrder.findOrFail(never)).holdReason, 'authorisation_expired')
    assert.equal((await standOf([never]))[0]?.postings, 0)
  })

  test('are taken back without asking the provider, which has nothing', async ({ assert }) => {
    const stage = await makePayingStage()
    const [orderId = 0] = await makeWaiting(stage)

    await cancelAtBank(orderId, 'Ya no hace falta', approverOf(stage).actor)
    await resumeAuthorisations()

    assert.deepEqual(await statesOf([orderId]), ['cancelled'])
    assert.lengthOf(stage.bank.asked, 1)
    assert.lengthOf(stage.bank.held, 0)
  })

  test('killed while the yes is being used, they are looked up and never sent twice', async ({ assert }) => {
    for (const dies of ['before', 'after'] as const) {
      const stage = await makePayingStage()
      const [orderId = 0] = await makeWaiting(stage)
      stage.bank.answer = (transfer) => stage.bank.take(transfer)
      stage.bank.dies = dies
      const { troubles } = await resumeAuthorisations()
      assert.lengthOf(troubles, 1)
      stage.bank.dies = 'never'
      await assert.rejects(() => cancelAtBank(orderId, 'Ya no hace falta', approverOf(stage).actor))
      await ageAttempts([orderId], 300)

      await recoverPayments()

      assert.deepEqual(await statesOf([orderId]), ['sent.processing'])
      assert.equal(stage.bank.countOf(await numberOf(orderId)), 1)
    }
  })

  test('to an account that is listed meanwhile, they are withdrawn and not asked for again', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const [orderId = 0] = await makeWaiting(stage)
    const { creditorIban } = await PaymentOrder.findOrFail(orderId)
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Denunciada por el banco')`,
      { iban: creditorIban }
    )

    await resumeAuthorisations()

    assert.deepEqual(await statesOf([orderId]), ['cancelled'])
    assert.lengthOf(stage.bank.asked, 1)
  })

  test('that the provider has are asked for there, with its words, and end with what it says', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const authorisation = {
      url: null,
      instruction: 'Abra Probanco y pague la transferencia.',
      expiresAt: null,
      token: null,
    }
    stage.bank.answer = (transfer) =>
      stage.bank.take(transfer, { state: 'awaiting_authorisation', authorisation })
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 1)
    await submitBatch(batchIds[0] ?? 0)
    const [orderId = 0] = orderIds
    assert.deepEqual((await standOf(orderIds))[0]?.postings, 0)
    await resumeAuthorisations()
    assert.lengthOf(stage.bank.asked, 1)
    stage.bank.become(await numberOf(orderId), { state: 'processing', providerStatus: 'sent' })

    await recoverPayments({ pollSeconds: 0 })

    assert.deepEqual(await statesOf(orderIds), ['sent.processing'])
  })

  test('the database lets nothing come back that the provider has or may have', async ({ assert }) => {
    const stage = await makePayingStage()
    const { batchIds, orderIds } = await makeQueuedOrders(stage, 1)
    await submitBatch(batchIds[0] ?? 0)
    const [id = 0] = orderIds
    await assert.rejects(
      () =>
        execute(
          `update payment_orders set status = 'approved', sub_status = null, batch_id = null where id = :id`,
          { id }
        ),
      /payment_order_no_way_back/
    )
    const [waiting = 0] = await makeWaiting(stage)
    await assert.rejects(
      () =>
        execute(
          `update payment_orders set status = 'approved', sub_status = null, batch_id = null where id = :id`,
          { id: waiting }
        ),
      /payment_order_no_way_back/
    )
  })
})
