import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { revolutWebhooks, signatureOf } from '#app/banking/providers/revolut/webhooks'
import { recordWebhook } from '#app/connectors/client/record_exchange'
import { type RevolutStage, revolutStage } from '#tests/factories/revolut'
import { NOBODY } from '#tests/factories/revolut_payments'

type Arrived = { raw: string; headers: Record<string, string | undefined> }
type Cleanup = { cleanup: (end: () => Promise<void>) => void }

/** An address that keeps what arrives. */
async function listen({ cleanup }: Cleanup): Promise<{ url: string; arrived: Arrived[] }> {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    arrived.push({
      raw: Buffer.concat(chunks).toString('utf8'),
      headers: request.headers as Arrived['headers'],
    })
    response.writeHead(200).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  cleanup(
    () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/revolut/t`, arrived }
}

async function subscribed(stage: RevolutStage, url: string) {
  const { client, connection } = stage.open()
  const made = await revolutWebhooks.subscribe?.(connection, client, url)
  if (!made) throw new Error('Nobody subscribes')
  return { client, connection, ...made }
}

/** As whoever receives them does: read, and written down for the check of contracts. */
function readAll(arrived: readonly Arrived[], secrets: readonly string[]) {
  return arrived.map((delivery) => {
    const now = new Date()
    const events = revolutWebhooks.read(delivery, secrets, now)
    const headers = Object.fromEntries(
      Object.entries(delivery.headers).map(([name, value]) => [name, value ?? ''])
    )
    recordWebhook({
      at: now.toISOString(),
      service: 'revolut',
      connection: 'webhooks',
      webhook: { headers, body: delivery.raw },
      accepted: events !== null,
    })
    return events
  })
}

test.group('What Revolut tells by itself', () => {
  test('news of a payment arrive signed and say which transaction to read', async ({ assert, cleanup }) => {
    const [stage, { url, arrived }] = [await revolutStage({ cleanup }), await listen({ cleanup })]
    const { secret } = await subscribed(stage, url)
    const { id } = stage.act('card_payment', { amountMinor: 1_250 }) as { id: string }
    stage.pass(10)
    await stage.standIn.teller.sender.flush()
    const events = readAll(arrived, [secret]).flatMap((one) => one ?? [])

    assert.sameMembers(
      events.map(({ type, objectKind, objectId }) => `${type} ${objectKind} ${objectId}`),
      [`TransactionCreated transaction ${id}`, `TransactionStateChanged transaction ${id}`]
    )
    assert.isTrue(events.every(({ occurredAt }) => !Number.isNaN(Date.parse(occurredAt ?? ''))))
  })

  test('a changed byte, an old time or a foreign secret is not believed', async ({ assert, cleanup }) => {
    const [stage, { url, arrived }] = [await revolutStage({ cleanup }), await listen({ cleanup })]
    const { secret } = await subscribed(stage, url)
    stage.act('receive', { amountMinor: 1_000 })
    await stage.standIn.teller.sender.flush()
    const [delivery] = arrived
    if (!delivery) throw new Error('Nothing arrived')
    const read = (change: Partial<Arrived>, secrets = [secret], now = new Date()) =>
      revolutWebhooks.read({ ...delivery, ...change }, secrets, now)

    assert.isNotNull(read({}))
    assert.isNull(read({ raw: delivery.raw.replace('completed', 'completeD').replace('topup', 'topuP') }))
    assert.isNull(read({}, ['wsk_another']))
    assert.isNull(read({}, []))
    assert.isNull(read({ headers: {} }))
    assert.isNull(read({}, [secret], new Date(Date.now() + 301_000)))
    assert.isNull(read({}, [secret], new Date(Date.now() - 301_000)))
    assert.isNotNull(read({}, [secret], new Date(Date.now() + 299_000)))
  })

  test('while a secret is changed both count', async ({ assert, cleanup }) => {
    const [stage, { url, arrived }] = [await revolutStage({ cleanup }), await listen({ cleanup })]
    const { client, secret, subscriptionId } = await subscribed(stage, url)
    const answer = await client.ask({
      method: 'POST',
      path: `/api/2.0/webhooks/${subscriptionId}/rotate-signing-secret`,
      body: { kind: 'json', value: { expiration_period: 'P1D' } },
    })
    const { signing_secret } = answer.json as { signing_secret: string }
    stage.act('receive', { amountMinor: 1_000 })
    await stage.standIn.teller.sender.flush()

    assert.notEqual(signing_secret, secret)
    for (const one of [secret, signing_secret])
      assert.isTrue(readAll(arrived, [one]).every((events) => events !== null))
  })

  test('what is told twice and in the wrong order is the same two events', async ({ assert, cleanup }) => {
    const [stage, { url, arrived }] = [await revolutStage({ cleanup }), await listen({ cleanup })]
    const { secret } = await subscribed(stage, url)
    const { client, connection } = stage.open()
    const { revolutGateway } = await import('#app/banking/providers/revolut/gateway')
    const { revolutTransfer } = await import('#tests/factories/revolut')
    const transfer = revolutTransfer(stage.account('EUR'), { amountMinor: 10_006 })
    await revolutGateway(connection, client).submit(transfer, 'key-twice')
    stage.pass(10)
    await stage.standIn.teller.sender.flush()
    const events = readAll(arrived, [secret]).flatMap((one) => one ?? [])

    assert.lengthOf(events, 4)
    assert.equal(new Set(events.map(({ externalId }) => externalId)).size, 2)
  })

  test('what never arrived is asked for after an outage, under the keys that it would have had', async ({
    assert,
    cleanup,
  }) => {
    const [stage, { url, arrived }] = [await revolutStage({ cleanup }), await listen({ cleanup })]
    const { client, connection, subscriptionId, secret } = await subscribed(stage, url)
    const since = new Date()
    stage.act('manners', { isSilent: true })
    stage.act('receive', { amountMinor: 1_000 })
    stage.act('manners', { isSilent: false })
    stage.act('receive', { amountMinor: 2_000 })
    await stage.standIn.teller.sender.flush()
    const missed = (await revolutWebhooks.missed?.(connection, client, subscriptionId, since)) ?? []
    const told = readAll(arrived, [secret]).flatMap((one) => one ?? [])

    assert.lengthOf(missed, 2)
    assert.lengthOf(told, 2)
    assert.isEmpty(missed.filter(({ externalId }) => told.some((one) => one.externalId === externalId)))
    const later = await revolutWebhooks.missed?.(
      connection,
      client,
      subscriptionId,
      new Date(Date.now() + 60_000)
    )
    assert.isEmpty(later)
    assert.isEmpty(await revolutWebhooks.missed?.(connection, client, NOBODY, since))
  })

  test('an address is subscribed once, and no more when it is given up', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const url = 'https://caudal.example/webhooks/revolut/t'
    const first = await subscribed(stage, url)
    const again = await subscribed(stage, url)
    await revolutWebhooks.unsubscribe?.(first.connection, first.client, first.subscriptionId)

    assert.equal(again.secret, first.secret)
    assert.equal(again.subscriptionId, first.subscriptionId)
    assert.isEmpty(stage.standIn.state().hooks)
  })

  test('what is signed and no news of a payment is no event', ({ assert }) => {
    const now = new Date()
    const read = (raw: string) => {
      const timestamp = String(now.getTime())
      const headers = {
        'revolut-request-timestamp': timestamp,
        'revolut-signature': `v1=00,${signatureOf('s', timestamp, raw)}`,
      }
      return revolutWebhooks.read({ raw, headers }, ['s'], now)
    }

    assert.deepEqual(read('{"event":"PayoutLinkCreated","data":{"id":"x"}}'), [])
    assert.deepEqual(read('not json'), [])
    assert.deepEqual(read('null'), [])
  })
})
