import { test } from '@japa/runner'
import { subscribe } from '#app/connectors/webhooks/subscribe'
import { execute, rows } from '#app/kernel/database/sql'
import {
  connectTo,
  newsSignature,
  type ProbeBank,
  type ProbeConnection,
  startProbeBank,
} from '#tests/factories/connectors'

const SECOND_SECRET = 'secreto-canario-avisos-2'

test.group('News of a provider', (group) => {
  let bank: ProbeBank
  let connection: ProbeConnection
  group.setup(async () => {
    bank = await startProbeBank()
    connection = await connectTo(bank)
    await subscribe(connection.id)
    return () => bank.close()
  })

  const news = (id: string) => ({ id, type: 'thing.changed', object: 'T-1' })
  const at = () => `/webhooks/${bank.code}/${connection.webhookToken}`
  const signed = (id: string, secret = bank.secret, seconds?: number) =>
    newsSignature(JSON.stringify(news(id)), secret, seconds)
  const stored = () =>
    rows<{ externalEventId: string; objectId: string; status: string }>(
      `select external_event_id, object_id, status from webhook_events where connector_id = :id order by id`,
      { id: connection.id }
    )

  test('is asked for at the address of the connection', ({ assert }) => {
    assert.lengthOf(bank.subscriptions, 1)
    assert.include(bank.subscriptions[0], at())
  })

  test('told three times is stored once, and one job acts on it', async ({ client, assert }) => {
    for (let time = 0; time < 3; time++) {
      const answer = await client.post(at()).header('x-probe-signature', signed('E-1')).json(news('E-1'))
      answer.assertStatus(200)
    }

    assert.deepEqual(await stored(), [{ externalEventId: 'E-1', objectId: 'T-1', status: 'received' }])
    const runs = await rows(`select 1 from job_runs where queue = 'connectors.webhook' and object_id = :id`, {
      id: connection.id,
    })
    assert.lengthOf(runs, 1)
  })

  test('signed with the new secret or, for a day, with the old one is taken', async ({ client, assert }) => {
    const former = bank.secret
    bank.secret = SECOND_SECRET
    await execute(`update connectors set webhook_subscription_id = null where id = :id`, {
      id: connection.id,
    })
    await subscribe(connection.id)

    const withNew = await client.post(at()).header('x-probe-signature', signed('E-2')).json(news('E-2'))
    const withOld = await client
      .post(at())
      .header('x-probe-signature', signed('E-3', former))
      .json(news('E-3'))

    withNew.assertStatus(200)
    withOld.assertStatus(200)
    assert.lengthOf(await stored(), 3)
  })

  test('without a signature, with another one, for other bytes or too old is refused', async ({
    client,
    assert,
  }) => {
    const before = await stored()
    const old = Math.floor(Date.now() / 1000) - 301
    const wrong = ['', signed('E-4', 'otro'), signed('E-5'), signed('E-4', bank.secret, old)]
    for (const signature of wrong) {
      const answer = await client.post(at()).header('x-probe-signature', signature).json(news('E-4'))
      answer.assertStatus(401)
    }

    assert.deepEqual(await stored(), before)
  })

  test('refused ten times in an hour is told to people, once', async ({ client, assert }) => {
    await execute(`update connectors set webhook_refusals = 0, webhook_refusals_from = null where id = :id`, {
      id: connection.id,
    })
    for (let time = 0; time < 12; time++)
      await client.post(at()).header('x-probe-signature', 't=1,v1=00').json(news('E-6'))

    const mails = await rows<{ subject: string }>(
      `select subject from outgoing_mails where object_type = 'connector' and object_id = :id and "to" = :email`,
      { id: connection.id, email: connection.person.email }
    )
    assert.deepEqual(mails, [{ subject: 'Avisos con firma incorrecta: Probanco «Principal»' }])
  })

  test('at an address of no connection, or of another provider, is not found', async ({ client }) => {
    const token = connection.webhookToken
    const elsewhere = [`/webhooks/${bank.code}/${'a'.repeat(token.length)}`, `/webhooks/otro-banco/${token}`]
    for (const address of elsewhere) {
      const answer = await client.post(address).header('x-probe-signature', signed('E-7')).json(news('E-7'))
      answer.assertStatus(404)
    }
  })
})
