import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'
import { openOutages } from '#app/payments/bank/open_outages'
import { watchOutages } from '#app/payments/bank/watch_outages'
import { registerGateway } from '#app/payments/gateway/gateways'
import { releaseOrders } from '#app/payments/release/release_orders'
import { bindAccount, makeApiStage, makeQueuedOrders } from '#tests/factories/api_payments'
import { approverOf, makeApprovedOrder, makePaymentStage } from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'

const mailsTo = (email: string, accountId: number) =>
  rows<{ body: string }>(
    `select body from outgoing_mails where "to" = :email and object_type = 'bank_account' and object_id = :accountId`,
    { email, accountId }
  )

const openOf = (accountId: number) => openOutages({ where: ['b.id = :accountId'], bindings: { accountId } })

const age = (column: 'held_since' | 'sent_at', orderId: number) =>
  execute(`update payment_orders set ${column} = now() - interval '40 minutes' where id = :orderId`, {
    orderId,
  })

test.group('A bank that payments wait for', () => {
  test('is alarmed about once after half an hour, and no more when it is back', async ({ assert }) => {
    const stage = await makePaymentStage()
    const lead = await makeUser('s1st3ma')
    await bindAccount(stage.accountId, 'bank-that-is-away')
    const order = await makeApprovedOrder(stage, 'OUT-1')
    await releaseOrders([order.id], approverOf(stage).actor)

    await watchOutages()
    assert.deepEqual(await openOf(stage.accountId), [])

    await age('held_since', order.id)
    await watchOutages()
    await watchOutages()
    assert.lengthOf(await openOf(stage.accountId), 1)
    const [mail, ...others] = await mailsTo(lead.email, stage.accountId)
    assert.match(mail?.body ?? '', /no responde desde el .*Espera 1 pago\./)
    assert.deepEqual(others, [])

    const back = await makeApiStage()
    registerGateway('bank-that-is-away', async () => back.gateway)
    await releaseOrders([order.id], approverOf(stage).actor)
    await back.close()
    await watchOutages()
    assert.deepEqual(await openOf(stage.accountId), [])
  })

  test('is alarmed about for what waits in its queue too', async ({ assert }) => {
    const stage = await makeApiStage()
    const { orderIds } = await makeQueuedOrders(stage, 1)
    await stage.close()
    await age('sent_at', orderIds[0] ?? 0)

    await watchOutages()

    assert.lengthOf(await openOf(stage.accountId), 1)
  })
})
