import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeSite } from '#tests/factories/books'
import { makeApprovedOrder, makeDraftOrder, makePaymentStage, releaseOne } from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

test.group('Payments over HTTP', () => {
  test('accounting staff who ask to cancel an approved payment are refused and told', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeApprovedOrder(stage, 'H-1')

    const response = await client
      .delete(`/payment-orders/${order.id}`)
      .withSession(await signedIn(stage.creator))
      .withCsrfToken()
      .redirects(0)
      .form({ reason: 'Quiero cancelarlo' })

    assert.equal(response.status(), 302)
    assert.match(JSON.stringify(response.flashMessages()), /No puede cancelar/)
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
  })

  test('looking at a payment to a blocked account tells so and leaves no attempt on record', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeDraftOrder(stage, 'H-2')
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Cuenta de prueba')`,
      { iban: order.creditorIban }
    )

    const response = await client
      .get(`/payment-orders/${order.id}`)
      .withSession(await signedIn(stage.creator))
      .withInertia()

    const { checks } = response.inertiaProps as { checks: { code: string }[] }
    const { noted } = await oneRow<{ noted: number }>(
      `select count(*)::int as noted from iban_blacklist_hits where object_type = 'payment_order' and object_id = :id and point <> 'payment_order.create'`,
      { id: order.id }
    )
    assert.include(
      checks.map(({ code }) => code),
      'blacklist'
    )
    assert.equal(noted, 0)
  })

  test('people of another company find neither the payment nor its batch', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'H-3')).id)
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const statuses = [
      (await client.get(`/payment-orders/${order.id}`).withSession(session)).status(),
      (await client.get(`/payment-batches/${batchId}`).withSession(session)).status(),
      (await client.get(`/payment-batches/${batchId}/file`).withSession(session)).status(),
      (
        await client
          .delete(`/payment-batches/${batchId}`)
          .withSession(session)
          .withCsrfToken()
          .form({ reason: 'No es nuestra' })
      ).status(),
      (
        await client
          .post(`/payment-orders/${order.id}/settlement`)
          .withSession(session)
          .withCsrfToken()
          .form({ reason: 'No es nuestro' })
      ).status(),
    ]

    assert.deepEqual(statuses, [404, 404, 404, 404, 404])
    assert.equal((await PaymentOrder.findOrFail(order.id)).subStatus, 'queued')
  })

  test('an invoice that is paid in parts stays on the list with what is left of it', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'H-4', 10_000)
    const session = await signedIn(stage.creator)
    await client
      .post('/paysuppliers')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .form({ 'invoice_ids[]': invoice.id, amount: '40,00' })

    const response = await client
      .get(`/paysuppliers?site_ids[]=${stage.siteId}`)
      .withSession(session)
      .withInertia()

    const { invoices } = response.inertiaProps as { invoices: { rows: { id: number; pending: object }[] } }
    assert.deepEqual(
      invoices.rows.map(({ id, pending }) => ({ id, pending })),
      [{ id: invoice.id, pending: { minor: 6_000, currency: 'EUR' } }]
    )
  })
})
