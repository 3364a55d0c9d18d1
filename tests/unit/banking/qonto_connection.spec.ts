import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { qontoBeneficiaries } from '#app/banking/providers/qonto/beneficiaries'
import { qonto } from '#app/banking/providers/qonto/provider'
import { qontoStandIn } from '#app/banking/providers/qonto/stand_in/qonto_stand_in'
import { seedQonto } from '#app/banking/providers/qonto/stand_in/seed'
import { QONTO_STAND_IN_CREDENTIALS } from '#app/banking/providers/qonto/stand_in/state'
import { signatureOf } from '#app/banking/providers/qonto/webhooks'
import { recordWebhook } from '#app/connectors/client/record_exchange'
import { ConsentGone } from '#app/connectors/provider'
import { playQonto, QONTO_IBAN, qontoTransfer, STRANGER, TRUSTED_IBAN } from '#tests/factories/qonto_stand_in'

const { connector } = qonto
const SECRET = 'secreto-de-prueba'

/** A delivery as Qonto signs it. */
function delivery(body: unknown, secret = SECRET, seconds = Math.floor(Date.now() / 1000)) {
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  return { raw, headers: { 'x-qonto-signature': `t=${seconds},v1=${signatureOf(secret, seconds, raw)}` } }
}

test.group('A connection with Qonto', () => {
  test('a key alone reads, and the test says what is missing', async ({ assert, cleanup }) => {
    const { connection, client } = await playQonto(cleanup, { as: 'key' })
    const { found, missing } = await connector.test(connection, client, null)
    assert.deepEqual(found, ['Cuenta principal · ES49 •••• 0012', 'Reservas · ES24 •••• 0025'])
    assert.lengthOf(missing, 3)
  })

  test('with consent nothing is missing; refused credentials are told as such', async ({
    assert,
    cleanup,
  }) => {
    const { connection, client, tokens, act } = await playQonto(cleanup)
    assert.isEmpty((await connector.test(connection, client, tokens)).missing)
    await act('revoke_consent')
    await assert.rejects(() => connector.test(connection, client, tokens), ConsentGone)
  })

  test('a person is sent to consent with what is asked for, and comes back', ({ assert }) => {
    const connection = {
      id: 1,
      provider: 'qonto',
      siteId: 1,
      label: 'Qonto',
      environment: 'live',
      baseUrl: connector.addresses.live,
      settings: {},
    } as const
    const address = new URL(
      connector.consent?.address(connection, QONTO_STAND_IN_CREDENTIALS, {
        redirectUrl: 'https://caudal.es/back',
        state: 's1',
      }) ?? ''
    )
    assert.equal(address.origin + address.pathname, 'https://oauth.qonto.com/oauth2/auth')
    assert.equal(address.searchParams.get('state'), 's1')
    assert.include(address.searchParams.get('scope') ?? '', 'payment.write')
    assert.equal(connector.authorise({ login: 'a', secretKey: 'b' }, null, connection).authorization, 'a:b')
  })

  test('tokens are renewed once each, last ninety days, and a revoked consent is gone', async ({
    assert,
    cleanup,
  }) => {
    const { connection, client, tokens, act } = await playQonto(cleanup)
    const renewed = await connector.renew?.(connection, QONTO_STAND_IN_CREDENTIALS, tokens, client.ask)
    assert.notEqual(renewed?.accessToken, tokens?.accessToken)
    const days = (Date.parse(renewed?.consentExpiresAt ?? '') - Date.now()) / 86_400_000
    assert.closeTo(days, 90, 0.1)
    await assert.rejects(
      async () => connector.renew?.(connection, QONTO_STAND_IN_CREDENTIALS, tokens, client.ask),
      ConsentGone
    )
    await act('revoke_consent')
  })

  test('a key needs no token; without key and consent a person has to come', async ({ assert, cleanup }) => {
    const { connection, client } = await playQonto(cleanup, { as: 'key' })
    const none = await connector.renew?.(connection, QONTO_STAND_IN_CREDENTIALS, null, client.ask)
    assert.deepInclude(none, { accessToken: '', accessExpiresAt: null })
    assert.match(
      connector.authorise(QONTO_STAND_IN_CREDENTIALS, none ?? null, connection).authorization ?? '',
      /^[^:]+:[^:]+$/
    )
    await assert.rejects(async () => connector.renew?.(connection, {}, null, client.ask), ConsentGone)
  })
})

test.group('News of Qonto', () => {
  const event = {
    id: 'e1',
    type: 'v1/transactions',
    created_at: '2026-11-27T10:00:00.000Z',
    data: { event: 'updated', id: 't1' },
  }

  test('are believed only when signed, and signed just now', ({ assert }) => {
    const now = new Date()
    const read = (given: ReturnType<typeof delivery>, secrets = [SECRET]) =>
      connector.webhooks.read(given, secrets, now)
    assert.containsSubset(read(delivery(event)), [
      { externalId: 'e1', objectKind: 'transaction', objectId: 't1', type: 'v1/transactions' },
    ])
    assert.isNull(read(delivery(event, 'otro')))
    assert.lengthOf(read(delivery(event, 'otro'), ['nuevo', 'otro']) ?? [], 1)
    assert.isNull(read(delivery(event, SECRET, Math.floor(now.getTime() / 1000) - 301)))
    assert.isNull(read({ raw: '{}', headers: { 'x-qonto-signature': '' } }))
    const forged = { ...delivery(event), raw: JSON.stringify({ ...event, id: 'e2' }) }
    assert.isNull(read(forged))
  })

  test('what is new to us is noted and leads nowhere', ({ assert }) => {
    const read = (body: unknown) => connector.webhooks.read(delivery(body), [SECRET], new Date())
    assert.containsSubset(read({ ...event, type: 'v1/dreams' }), [{ objectKind: 'other' }])
    assert.deepEqual(read('no json'), [])
    const [nameless] = read({ ...event, id: undefined }) ?? []
    assert.equal(nameless?.externalId, (read({ ...event, id: undefined }) ?? [])[0]?.externalId)
  })

  test('a subscription is signed with its secret, told twice and backwards where an amount asks for it', async ({
    assert,
    cleanup,
  }) => {
    const { connection, client, gateway, standIn, act } = await playQonto(cleanup)
    const received: { raw: string; headers: Record<string, string> }[] = []
    const receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      )
      received.push({ raw: Buffer.concat(chunks).toString('utf8'), headers })
      response.end()
    })
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
    cleanup(() => new Promise<void>((closed) => receiver.close(() => closed())))
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks/qonto/x`
    const made = await connector.webhooks.subscribe?.(connection, client, address)
    await gateway.submit(qontoTransfer({ amountMinor: 40_006 }), crypto.randomUUID())
    for (let step = 0; step < 2; step++) await standIn.work()
    await act('flush')
    const events = received.map((one) => {
      const read = connector.webhooks.read(one, [made?.secret ?? ''], new Date())
      recordWebhook({
        at: new Date().toISOString(),
        service: 'qonto',
        connection: String(connection.id),
        webhook: { headers: one.headers, body: one.raw },
        accepted: read !== null,
      })
      return read?.[0]
    })
    const objectId = standIn.state.transactions[0]?.id
    assert.lengthOf(events, 4)
    assert.isTrue(events.every((one) => one?.objectId === objectId))
    assert.lengthOf([...new Set(events.map((one) => one?.externalId))], 2)
    await connector.webhooks.unsubscribe?.(connection, client, made?.subscriptionId ?? '')
    await connector.webhooks.unsubscribe?.(connection, client, made?.subscriptionId ?? '')
    assert.isEmpty(standIn.state.subscriptions)
  })
})

test.group('Payees at Qonto', () => {
  const wanted = (iban: string, name = 'Fontanería Ruiz') => ({
    currency: 'EUR',
    country: 'ES',
    kind: 'iban',
    name,
    email: null,
    values: { iban },
  })
  const quick = qontoBeneficiaries({ pollMs: 1, polls: 3 })

  test('are listed with who is trusted, and made by name and IBAN', async ({ assert, cleanup }) => {
    const { connection, client } = await playQonto(cleanup)
    assert.containsSubset(await quick.list(connection, client), [
      { iban: TRUSTED_IBAN, isTrusted: true, status: 'active', account: '•••• 6789', country: 'ES' },
    ])
    const made = await quick.create(connection, client, wanted('ES91 2100 0418 4502 0005 1332'))
    assert.containsSubset(made, { kind: 'made', beneficiary: { iban: STRANGER.iban, isTrusted: false } })
    const { kinds } = await quick.form(connection, client, { currency: 'EUR', country: 'ES' })
    assert.deepEqual(
      kinds[0]?.fields.map((field) => field.key),
      ['iban', 'bic']
    )
  })

  test('are refused with the field that is wrong', async ({ assert, cleanup }) => {
    const { connection, client } = await playQonto(cleanup)
    const taken = await quick.create(connection, client, wanted(TRUSTED_IBAN))
    assert.containsSubset(taken, {
      kind: 'refused',
      message: 'Ya existe un beneficiario con este IBAN.',
      fieldErrors: { iban: 'Ya existe un beneficiario con este IBAN.' },
    })
    const wrong = await quick.create(connection, client, wanted('ES0012'))
    assert.equal(wrong.kind, 'refused')
  })

  test('are signed at Qonto where it asks for it', async ({ assert, cleanup }) => {
    const { connection, client, standIn, act } = await playQonto(cleanup)
    standIn.state.signsBeneficiaries = true
    const unsigned = await quick.create(connection, client, wanted(STRANGER.iban))
    assert.match(unsigned.kind === 'refused' ? unsigned.message : '', /Nadie ha firmado a tiempo/)
    assert.isEmpty(standIn.state.beneficiaries.filter(({ iban }) => iban === STRANGER.iban))
    await act('allow')
    const signed = await quick.create(connection, client, wanted(STRANGER.iban))
    assert.containsSubset(signed, { kind: 'made', beneficiary: { iban: STRANGER.iban } })
    assert.lengthOf(standIn.state.sessions, 1)
  })
})

test.group('Qonto as it is played', () => {
  test('is laid out the same each time, and remembers all that it knew', async ({ assert, cleanup }) => {
    const movements = [
      {
        iban: QONTO_IBAN,
        at: '2026-02-01T10:00:00.000Z',
        amountMinor: 150_000,
        operationType: 'income',
        counterparty: 'Cliente',
      },
      {
        iban: QONTO_IBAN,
        at: '2026-01-01T10:00:00.000Z',
        amountMinor: -20_000,
        operationType: 'card',
        counterparty: 'Comercio',
        local: { minor: 2_100_000, currency: 'JPY' },
      },
    ]
    const seed = { accounts: [{ iban: QONTO_IBAN, name: 'Principal', openingMinor: 100_000 }], movements }
    assert.deepEqual(seedQonto(seed), seedQonto(seed))
    assert.deepEqual(
      seedQonto(seed).transactions.map(({ settledBalanceCents }) => settledBalanceCents),
      [80_000, 230_000]
    )
    const { gateway, standIn } = await playQonto(cleanup)
    await gateway.submit(qontoTransfer(), crypto.randomUUID())
    const other = qontoStandIn()
    other.remember(standIn.dump())
    assert.equal(other.dump(), standIn.dump())
    await other.work()
    assert.equal(other.state.transfers[0]?.status, 'processing')
  })

  test('people consent and sign on its pages', async ({ assert, cleanup }) => {
    const { connection, client, gateway, url } = await playQonto(cleanup)
    const back = { redirectUrl: 'http://127.0.0.1/back', state: 's1' }
    const asked = await fetch(connector.consent?.address(connection, QONTO_STAND_IN_CREDENTIALS, back) ?? '')
    const [, code = ''] = /code=([^&]+)/.exec(await asked.text()) ?? []
    const came = { code, redirectUrl: back.redirectUrl }
    const tokens = await connector.consent?.complete(connection, QONTO_STAND_IN_CREDENTIALS, came, client.ask)
    assert.exists(tokens?.refreshToken)
    const transfer = qontoTransfer({ payee: STRANGER })
    const key = crypto.randomUUID()
    const answer = await gateway.submit(transfer, key)
    if (answer.kind !== 'authorise') throw new Error('Nothing to sign')
    assert.equal(answer.authorisation.url, `${url}/firmas`)
    const list = await (await fetch(answer.authorisation.url ?? '')).text()
    assert.include(list, 'Fontanería Ruiz')
    const [, action = ''] = /action="([^"]+allow)"/.exec(list) ?? []
    const after = await (await fetch(`${url}${action}`, { method: 'POST' })).text()
    assert.include(after, 'No hay nada que firmar.')
    const [signed] = (await gateway.resume?.([{ transfer, key }], key, answer.authorisation)) ?? []
    assert.equal(signed?.kind, 'taken')
  })

  test('a signature that nobody gives in its fifteen minutes is one no more', async ({ assert, cleanup }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const transfer = qontoTransfer({ payee: STRANGER })
    const key = crypto.randomUUID()
    const asked = await gateway.submit(transfer, key)
    if (asked.kind !== 'authorise') throw new Error('Nothing to sign')
    await gateway.resume?.([{ transfer, key }], key, asked.authorisation)
    standIn.clock.advance(16 * 60)
    const [answer] = (await gateway.resume?.([{ transfer, key }], key, asked.authorisation)) ?? []
    assert.equal(answer?.kind, 'denied')
  })
})
