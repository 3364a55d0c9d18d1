import { test } from '@japa/runner'
import { execute } from '#app/kernel/database/sql'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { makeDraftOrder } from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'

async function waitingOrder(number: string): Promise<PaymentOrder> {
  const stage = { ...(await makeTreasury()), creator: await makeUser('c0ntab1l1dad'), approvers: [] }
  const { id } = await makeDraftOrder(stage, number)
  return bufferOrder(id, stage.creator.actor)
}

const REASON = 'Nadie puede aprobarlo y vence hoy'

test.group('The emergency approval over HTTP', () => {
  test('asks for the second factor again, and nothing is approved without it', async ({ assert, client }) => {
    const order = await waitingOrder('V-1')
    const { session } = await makeSignedIn('s1st3ma')
    const send = () =>
      client
        .post(`/payment-orders/${order.id}/emergency-approval`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ fingerprint: order.fingerprint, reason: REASON })

    const asked = await send()
    assert.equal(fieldErrors(asked).step_up, 'Confirme su identidad.')
    await execute(`update user_sessions set step_up_at = now()`)
    const done = await send()

    assert.equal(done.flashMessage('success'), 'Aprobación registrada (1 de 2).')
  })

  test('a reason that says nothing is refused at its field', async ({ assert, client }) => {
    const order = await waitingOrder('V-2')
    const { session } = await makeSignedIn('s1st3ma')
    await execute(`update user_sessions set step_up_at = now()`)

    const refused = await client
      .post(`/payment-orders/${order.id}/emergency-approval`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ fingerprint: order.fingerprint, reason: 'urgente' })

    assert.isString(fieldErrors(refused).reason)
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'buffered')
  })

  test('is offered on the page to the system role only where nobody else may approve', async ({
    assert,
    client,
  }) => {
    const order = await waitingOrder('V-3')
    const offers: unknown[] = []
    for (const role of ['s1st3ma', 'aprobador'] as const) {
      const { session } = await makeSignedIn(role)
      const page = await client.get(`/payment-orders/${order.id}`).withSession(session).withInertia()
      offers.push((page.inertiaProps as { canOverride: boolean }).canOverride)
    }

    assert.deepEqual(offers, [true, false])
  })
})
