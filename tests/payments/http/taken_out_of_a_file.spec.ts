import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { markBatchSent } from '#app/payments/batches/send_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeListed } from '#tests/factories/blacklist'
import { makeSite } from '#tests/factories/books'
import { approverOf, makeApprovedOrder, makePaymentStage, withNewProvider } from '#tests/factories/payments'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

type Session = Awaited<ReturnType<typeof signedIn>>

const REASON = 'Cuenta en la lista negra'

/** A file of two payments, one of them to an account that was listed afterwards. */
async function makeFrozen() {
  const stage = await makePaymentStage()
  const bad = await makeApprovedOrder(await withNewProvider(stage), 'TH-1')
  const good = await makeApprovedOrder(await withNewProvider(stage), 'TH-2', 24_200)
  const { batchIds } = await releaseOrders([bad.id, good.id], approverOf(stage).actor)
  return { stage, bad, good, batchId: batchIds[0] ?? 0, session: await signedIn(stage.person) }
}

const takeOut = (client: ApiClient, session: Session, batchId: number, sent: Record<string, unknown>) =>
  client
    .post(`/payment-batches/${batchId}/removals`)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .redirects(0)
    .json(sent)

const batchOf = (batchId: number) =>
  oneRow<{ status: string; count: number; totalMinor: number; removals: number }>(
    `select status, count, total_minor, (select count(*)::int from payment_batch_removals r where r.batch_id = b.id) as removals from payment_batches b where id = :batchId`,
    { batchId }
  )

test.group('Taking a payment out of a file, over HTTP', () => {
  test('the others are left in the file, and its page and its download say so', async ({
    assert,
    client,
  }) => {
    const { stage, bad, good, batchId, session } = await makeFrozen()
    await makeListed(stage.person, { value: (await PaymentOrder.findOrFail(bad.id)).creditorIban ?? '' })

    const response = await takeOut(client, session, batchId, { order_ids: [bad.id], reason: REASON })

    assert.equal(response.status(), 302)
    assert.match(
      JSON.stringify(response.flashMessages()),
      /1 pago sacado de la remesa .*: hay un fichero nuevo/
    )
    assert.deepEqual(await batchOf(batchId), { status: 'ready', count: 1, totalMinor: 24_200, removals: 1 })
    const file = await client.get(`/payment-batches/${batchId}/file`).withSession(session)
    assert.include(file.text(), good.endToEndId)
    assert.notInclude(file.text(), bad.endToEndId)
  })

  test('a reason that says nothing, payments of no batch and none at all are refused at their field', async ({
    assert,
    client,
  }) => {
    const { bad, batchId, session } = await makeFrozen()
    const tried: [Record<string, unknown>, RegExp][] = [
      [{ order_ids: [bad.id] }, /reason/],
      [{ order_ids: [bad.id], reason: '   x  ' }, /reason/],
      [{ order_ids: [], reason: REASON }, /order_ids/],
      [{ reason: REASON }, /order_ids/],
      [{ order_ids: ['uno'], reason: REASON }, /order_ids/],
      [{ order_ids: [999_999_999], reason: REASON }, /ya no están en la remesa/],
      [{ order_ids: [bad.id, 999_999_999], reason: REASON }, /ya no están en la remesa/],
    ]

    for (const [sent, says] of tried) {
      const response = await takeOut(client, session, batchId, sent)
      assert.equal(response.status(), 302)
      assert.match(JSON.stringify(response.flashMessages()), says, JSON.stringify(sent))
    }
    assert.deepInclude(await batchOf(batchId), { count: 2, removals: 0 })
  })

  test('a file that was downloaded asks whether the bank has it', async ({ assert, client }) => {
    const { bad, batchId, session } = await makeFrozen()
    await client.get(`/payment-batches/${batchId}/file`).withSession(session)

    const refused = await takeOut(client, session, batchId, { order_ids: [bad.id], reason: REASON })
    assert.match(JSON.stringify(refused.flashMessages()), /is_not_at_bank.*banca electrónica/)
    assert.deepInclude(await batchOf(batchId), { count: 2, removals: 0 })

    await takeOut(client, session, batchId, { order_ids: [bad.id], reason: REASON, is_not_at_bank: true })
    assert.deepInclude(await batchOf(batchId), { count: 1, removals: 1 })
  })

  test('twice at once it is taken out once, and the second one is told', async ({ assert, client }) => {
    const { bad, batchId, session } = await makeFrozen()
    const sent = { order_ids: [bad.id], reason: REASON }

    const answers = await Promise.all([
      takeOut(client, session, batchId, sent),
      takeOut(client, session, batchId, sent),
    ])

    const said = answers.map((answer) => JSON.stringify(answer.flashMessages())).toSorted()
    assert.deepEqual(
      answers.map((answer) => answer.status()),
      [302, 302]
    )
    assert.lengthOf(
      said.filter((text) => /1 pago sacado/.test(text)),
      1
    )
    assert.lengthOf(
      said.filter((text) => /ya no están en la remesa/.test(text)),
      1
    )
    assert.deepEqual(await batchOf(batchId), { status: 'ready', count: 1, totalMinor: 24_200, removals: 1 })
  })

  test('of another company nobody finds it, nor who only prepares payments', async ({ assert, client }) => {
    const { stage, bad, batchId } = await makeFrozen()
    const { siteId } = await makeSite()
    const { session: stranger } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    const sent = { order_ids: [bad.id], reason: REASON }

    assert.equal((await takeOut(client, stranger, batchId, sent)).status(), 404)
    const other = await makeFrozen()
    const foreign = await takeOut(client, other.session, other.batchId, sent)
    assert.match(JSON.stringify(foreign.flashMessages()), /ya no están en la remesa/)
    const clerk = await takeOut(client, await signedIn(stage.creator), batchId, sent)
    assert.match(JSON.stringify(clerk.flashMessages()), /No tiene permisos/)
    assert.deepInclude(await batchOf(batchId), { count: 2, removals: 0 })
  })

  test('after it was sent nothing is taken out any more', async ({ assert, client }) => {
    const { stage, bad, batchId, session } = await makeFrozen()
    await markBatchSent(batchId, stage.person.actor)

    const response = await takeOut(client, session, batchId, { order_ids: [bad.id], reason: REASON })

    assert.match(JSON.stringify(response.flashMessages()), /está enviada o anulada/)
    assert.deepInclude(await batchOf(batchId), { status: 'sent', count: 2, removals: 0 })
  })
})
