import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/sql'
import { createOrder } from '#app/payments/actions/create_orders'
import { approveOrder, bufferOrder } from '#app/payments/actions/decide_order'
import { releaseOrders } from '#app/payments/actions/release_orders'
import PaymentOrder from '#app/payments/models/payment_order'
import { makeProvider } from '#tests/factories/documents'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { makeBookedInvoice, makeTreasury, type TestTreasury } from '#tests/factories/sent_payments'

type Stage = TestTreasury & { creator: Person; approvers: Person[] }

async function setStage(): Promise<Stage> {
  const treasury = await makeTreasury()
  const approvers = [await makeUser('aprobador'), await makeUser('aprobador'), await makeUser('aprobador')]
  for (const approver of approvers) await letApprove(treasury.siteId, approver, ['payment_supplier'], null)
  return { ...treasury, creator: await makeUser('c0ntab1l1dad'), approvers }
}

/** An approved order to a supplier of its own. */
async function makeApprovedOrder(stage: Stage, number: string, totalMinor = 12_100): Promise<PaymentOrder> {
  const provider = await makeProvider(stage.person)
  const invoice = await makeBookedInvoice({ ...stage, provider }, number, totalMinor)
  const order = await createOrder({ invoiceId: invoice.id }, stage.creator.actor)
  await bufferOrder(order.id, stage.creator.actor, true)
  for (const { actor } of stage.approvers) {
    const current = await PaymentOrder.findOrFail(order.id)
    if (current.status === 'buffered')
      await approveOrder({ orderId: order.id, shownFingerprint: current.fingerprint, actor })
  }
  return PaymentOrder.findOrFail(order.id)
}

test.group('Release', () => {
  test('of many orders those that no longer hold stay out, each with its reason, and the others go together', async ({
    assert,
  }) => {
    const stage = await setStage()
    const orders: PaymentOrder[] = []
    for (const number of ['R-1', 'R-2', 'R-3', 'R-4']) orders.push(await makeApprovedOrder(stage, number))
    const [good, disputed, blocked, other] = orders
    await execute(`update invoices set status = 'disputed' where id = :id`, { id: disputed?.sourceId })
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Cuenta de prueba')`,
      { iban: blocked?.creditorIban }
    )

    const outcome = await releaseOrders(
      orders.map(({ id }) => id),
      stage.approvers[0]?.actor ?? stage.person.actor
    )

    assert.deepEqual(
      outcome.heldBack.map(({ number }) => number),
      [disputed?.number, blocked?.number]
    )
    assert.match(outcome.heldBack[0]?.reason ?? '', /en disputa/)
    assert.match(outcome.heldBack[1]?.reason ?? '', /lista negra/)
    const batch = await oneRow(`select count, total_minor from payment_batches where id = :id`, {
      id: outcome.batchIds[0],
    })
    assert.deepEqual(batch, { count: 2, totalMinor: 24_200 })
    const sent = await rows<{ id: number }>(
      `select id from payment_orders where batch_id = :id and status = 'sent' order by id`,
      { id: outcome.batchIds[0] }
    )
    assert.deepEqual(sent, [{ id: good?.id }, { id: other?.id }])
  })

  test('every released order says in its history who released it', async ({ assert }) => {
    const stage = await setStage()
    const orders = [await makeApprovedOrder(stage, 'H-1'), await makeApprovedOrder(stage, 'H-2')]

    await releaseOrders(
      orders.map(({ id }) => id),
      stage.person.actor
    )

    const events = await rows(
      `select object_id, user_id, from_status, to_status from audit_events where object_type = 'payment_order' and event = 'payment_order.release' and object_id = any(:ids::bigint[]) order by id`,
      { ids: orders.map(({ id }) => id) }
    )
    assert.deepEqual(
      events,
      orders.map(({ id }) => ({
        objectId: id,
        userId: stage.person.id,
        fromStatus: 'approved',
        toStatus: 'sent',
      }))
    )
  })

  test('a payment that the account cannot cover stays approved and says that it waits for money', async ({
    assert,
  }) => {
    const stage = await setStage()
    const order = await makeApprovedOrder(stage, 'S-1', 1_500_000)

    const { released, heldBack } = await releaseOrders([order.id], stage.person.actor)

    assert.equal(released, 0)
    assert.match(heldBack[0]?.reason ?? '', /Saldo insuficiente: faltan 5\.000,00/)
    const { status, holdReason } = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual({ status, holdReason }, { status: 'approved', holdReason: 'no_funds' })
  })
})
