import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeDraftOrder, makePaymentStage } from '#tests/factories/payments'
import { signedIn } from '#tests/factories/sign_in'

const keepApprovers = (siteId: number, count: number) =>
  rows(
    `update approvals set status = 'ended' where site_id = :siteId and id not in (select id from approvals where site_id = :siteId order by id limit :count) returning id`,
    { siteId, count }
  )

test.group('A payment that too few people may approve', () => {
  test('enters the buffer, and who puts it there is told; with enough of them nobody is', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const [first, second] = [
      await makeDraftOrder(stage, 'FA-1', 600_000),
      await makeDraftOrder(stage, 'FA-2', 610_000),
    ]
    const session = await signedIn(stage.creator)
    const buffer = async (...ids: number[]) =>
      (
        await client
          .post('/paysuppliers/buffer')
          .withSession(session)
          .withCsrfToken()
          .redirects(0)
          .form({ 'order_ids[]': ids })
      ).flashMessages()
    const { name } = await oneRow<{ name: string }>(
      `select legal_name::text as name from sites where id = :id`,
      { id: stage.siteId }
    )

    assert.notProperty(await buffer(first.id), 'warning')

    await keepApprovers(stage.siteId, 1)
    const { success, warning } = await buffer(second.id)
    assert.equal(success, '1 pago pasado a la bolsa.')
    assert.equal(
      warning,
      `${second.number}: No hay aprobadores suficientes para este importe en ${name.replace(/\.$/, '')}.`
    )
    assert.equal((await PaymentOrder.findOrFail(second.id)).status, 'buffered')

    const page = await client.get(`/payment-orders/${second.id}`).withSession(session).withInertia()
    assert.equal(
      (page.inertiaProps as { lack: string | null }).lack,
      `No hay aprobadores suficientes para este importe en ${name.replace(/\.$/, '')}.`
    )
  })
})
