import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { wise } from '#app/banking/providers/wise/provider'
import { stateOf } from '#app/banking/providers/wise/transform'
import type { ProviderRequest } from '#app/connectors/client/provider_client'
import { recordWebhook } from '#app/connectors/client/record_exchange'
import { ConsentGone } from '#app/connectors/provider'
import { orderOf, type PlayedWise, playWise } from '#tests/factories/wise'

type Received = { raw: string; headers: Record<string, string> }

/** Whoever receives notifications, for as long as the test goes on. */
async function listen(): Promise<{ url: string; received: Received[]; close: () => void }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({
      raw: Buffer.concat(chunks).toString('utf8'),
      headers: request.headers as Record<string, string>,
    })
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/webhooks/wise/token`, received, close: () => server.close() }
}

const { webhooks, test: testConnection, renew, consent } = wise.connector

async function subscribed(played: PlayedWise) {
  const listener = await listen()
  const { secret, subscriptionId } = (await webhooks.subscribe?.(
    played.connection,
    played.client,
    listener.url
  )) ?? {
    secret: '',
    subscriptionId: '',
  }
  return { ...listener, secret, subscriptionId }
}

test.group('Connections to Wise', () => {
  test('a test finds the company and its balances, and says that a person has to pay', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const { found, missing } = await testConnection(played.connection, played.client, null)
    assert.match(found[0] ?? '', /Hotel Miramar.*perfil 30000001/)
    assert.lengthOf(found, 5)
    assert.lengthOf(missing, 1)
    const without = { ...played.connection, settings: {} }
    assert.lengthOf((await testConnection(without, played.client, null)).found, 5)
    const other = { ...played.connection, settings: { profileId: '7' } }
    assert.deepEqual((await testConnection(other, played.client, null)).missing, [
      'El token no da acceso al perfil elegido.',
    ])
  })

  test('a token of several companies offers them, and reads none until one is chosen', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const other = { type: 'BUSINESS', id: 42, businessName: 'Bar Sol, S. L.' }
    const client = {
      ask: async (request: ProviderRequest) => {
        const answer = await played.client.ask(request)
        return request.path === '/v2/profiles'
          ? { ...answer, json: [...(answer.json as unknown[]), other] }
          : answer
      },
    }
    const open = { ...played.connection, settings: {} }

    const unsaid = await testConnection(open, client, null)
    const said = await testConnection(played.connection, client, null)

    assert.deepEqual(unsaid.choices?.profileId, [
      { value: '30000001', label: 'Hotel Miramar, S. L. · perfil 30000001' },
      { value: '42', label: 'Bar Sol, S. L. · perfil 42' },
    ])
    assert.lengthOf(said.found, 5)
    await assert.rejects(
      () => wise.feed.accounts(open, client),
      'Elija en la conexión el perfil de empresa de Wise.'
    )
  })

  test('credentials that no longer count are told as such', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    await played.standIn.acts.revoke_token?.({})
    await assert.rejects(() => testConnection(played.connection, played.client, null), ConsentGone as never)
  })

  test('a partner’s consent becomes tokens, which renew themselves until they are withdrawn', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const credentials = { clientId: played.state.client.id, clientSecret: played.state.client.secret }
    const ask = played.client.ask
    const came = { code: 'a-code', redirectUrl: 'https://caudal.example/back' }
    const tokens = await consent?.complete(played.connection, credentials, came, ask)
    const renewed = await renew?.(played.connection, credentials, tokens ?? null, ask)
    assert.notEqual(renewed?.accessToken, tokens?.accessToken)
    assert.equal(renewed?.refreshToken, tokens?.refreshToken)
    await played.standIn.acts.revoke_token?.({})
    const again = played.connect()
    await assert.rejects(
      async () => renew?.(again.connection, credentials, tokens ?? null, again.client.ask),
      ConsentGone as never
    )
  })

  test('what Wise tells is believed only with its signature, and names the object alone', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    const { received, secret, close } = await subscribed(played)
    cleanup(played.close)
    cleanup(close)
    const answer = await played.gateway.submit(orderOf(played), 'hook-1')
    const ref = answer.kind === 'taken' ? answer.transfer.ref : ''
    await played.standIn.sender.flush()

    const [first] = received
    if (!first) return assert.fail('Something was told')
    const read = (one: Received, keys = [secret]) => webhooks.read(one, keys, new Date())
    const events = read(first)
    assert.containsSubset(events?.[0], {
      type: 'transfers#state-change',
      objectKind: 'transfer',
      objectId: ref,
    })
    assert.equal(events?.[0]?.externalId, first.headers['x-delivery-id'])
    recordWebhook({
      at: new Date().toISOString(),
      service: 'wise',
      connection: 'hook',
      webhook: { headers: first.headers, body: first.raw },
      accepted: true,
    })
    assert.isNull(read({ ...first, raw: first.raw.replace(ref, '1') }))
    assert.isNull(read({ ...first, headers: {} }))
    assert.isNull(read(first, []))
    assert.isNull(read(first, ['no key']))
    assert.isNotNull(read(first, ['an older key', secret]))
    assert.deepEqual(read({ ...first, headers: { ...first.headers, 'x-test-notification': 'true' } }), [])
  })

  test('an unruly transfer is told twice and out of order: each delivery has one key, and the balance is told too', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    const { received, secret, close } = await subscribed(played)
    cleanup(played.close)
    cleanup(close)
    const order = orderOf(played, { amountMinor: 15_006 })
    await played.gateway.submit(order, 'hook-2')
    await played.standIn.acts.fund?.({ reference: order.orderNumber })
    played.standIn.clock.advance(300)
    await played.standIn.work()
    await played.standIn.sender.flush()

    const events = received.flatMap((one) => webhooks.read(one, [secret], new Date()) ?? [])
    const states = events.filter(({ objectKind }) => objectKind === 'transfer')
    assert.lengthOf(states, 8)
    assert.lengthOf([...new Set(states.map(({ externalId }) => externalId))], 4)
    const moments = states.map(({ occurredAt }) => occurredAt ?? '')
    assert.notDeepEqual(moments, [...moments].sort())
    assert.include(
      events.map(({ objectKind }) => objectKind),
      'balance'
    )
  })

  test('subscribing twice leaves one subscription an event; ending it leaves none', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    const { url, subscriptionId, close } = await subscribed(played)
    cleanup(played.close)
    cleanup(close)
    const again = await webhooks.subscribe?.(played.connection, played.client, url)
    assert.equal(again?.subscriptionId, subscriptionId)
    assert.lengthOf(played.state.subscriptions, 4)
    await webhooks.unsubscribe?.(played.connection, played.client, subscriptionId)
    assert.isEmpty(played.state.subscriptions)
  })

  test('a word that is new keeps a payment where it is', ({ assert }) => {
    assert.equal(stateOf('something_new'), 'processing')
    assert.equal(stateOf('outgoing_payment_sent'), 'executed')
    assert.equal(stateOf('charged_back'), 'returned')
  })

  test('trials may open balances, fill them and drive a transfer, as in the public sandbox', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const { client, state } = played
    const profile = `/v4/profiles/${state.profile.id}/balances`
    const post = (path: string, value: unknown, headers = {}) =>
      client.ask({ method: 'POST', path, headers, body: { kind: 'json', value } })
    const key = { 'x-idempotence-uuid': '7e570000-0000-4000-8000-0000000000aa' }
    const first = await post(profile, { currency: 'CHF', type: 'STANDARD' }, key)
    const again = await post(profile, { currency: 'CHF', type: 'STANDARD' }, key)
    assert.deepEqual(again.json, first.json)
    const { id } = first.json as { id: number }
    await post('/v1/simulation/balance/topup', {
      profileId: state.profile.id,
      balanceId: id,
      currency: 'CHF',
      amount: 12.5,
    })
    assert.equal(state.balances.find((one) => one.id === id)?.minor, 1_250)

    const answer = await played.gateway.submit(orderOf(played), 'driven')
    const ref = answer.kind === 'taken' ? answer.transfer.ref : ''
    for (const status of ['processing', 'funds_converted', 'outgoing_payment_sent'])
      await client.ask({ method: 'GET', path: `/v1/simulation/transfers/${ref}/${status}` })
    assert.equal((await played.gateway.getStatus(ref))?.state, 'executed')
    const receipt = await client.ask({ method: 'GET', path: `/v1/transfers/${ref}/receipt.pdf` })
    assert.match(receipt.text, /^%PDF/)
  })

  test('the stand-in remembers what it was', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = orderOf(played)
    await played.gateway.submit(order, 'dump')
    const text = played.standIn.dump()
    await played.standIn.acts.cancel?.({ reference: order.orderNumber })
    played.standIn.remember(text)
    const [found] = await played.gatewayAgain().findSubmission(order, 'dump')
    assert.equal(found?.state, 'awaiting_authorisation')
  })
})
