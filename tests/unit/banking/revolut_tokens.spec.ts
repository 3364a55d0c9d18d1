import { createPublicKey, verify } from 'node:crypto'
import { test } from '@japa/runner'
import { revolut } from '#app/banking/providers/revolut/provider'
import { clientAssertion } from '#app/banking/providers/revolut/tokens'
import { NoAnswer } from '#app/connectors/client/provider_client'
import { ConsentGone } from '#app/connectors/provider'
import { REVOLUT_CREDENTIALS, revolutStage } from '#tests/factories/revolut'
import { plainClient } from '#tests/factories/stand_ins'

const { renew, consent } = revolut.connector
if (!renew || !consent) throw new Error('Revolut is consented to')

test.group('Consent and tokens of Revolut', () => {
  test('the assertion proves the certificate, for ten minutes', ({ assert }) => {
    const now = new Date('2026-11-27T10:00:00Z')
    const [head = '', claims = '', signature = ''] = clientAssertion(REVOLUT_CREDENTIALS, now).split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    const key = createPublicKey(REVOLUT_CREDENTIALS.privateKey ?? '')

    assert.deepEqual(read(head), { alg: 'RS256', typ: 'JWT' })
    assert.include(read(claims), {
      iss: 'caudal.example',
      sub: 'caudal-client',
      aud: 'https://revolut.com',
      exp: now.getTime() / 1000 + 600,
    })
    assert.isTrue(
      verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
    )
  })

  test('a key that is none is a matter for people', ({ assert }) => {
    const now = new Date()
    assert.throws(() => clientAssertion({ ...REVOLUT_CREDENTIALS, privateKey: 'nonsense' }, now), ConsentGone)
    assert.throws(() => clientAssertion({ clientId: 'x' }, now), ConsentGone)
  })

  test('consent gives tokens, they are renewed and the refresh token stays', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { connection, client } = stage.open()
    const back = { redirectUrl: 'https://caudal.example/revoluts/consent', state: 's1' }
    const page = await fetch(consent.address(connection, REVOLUT_CREDENTIALS, back), { redirect: 'manual' })
    const came = new URL(page.headers.get('location') ?? '')
    const tokens = await consent.complete(
      connection,
      REVOLUT_CREDENTIALS,
      { code: came.searchParams.get('code') ?? '', redirectUrl: back.redirectUrl },
      client.ask
    )
    const renewed = await renew(connection, REVOLUT_CREDENTIALS, tokens, client.ask)
    const days = (Date.parse(tokens.consentExpiresAt ?? '') - Date.now()) / 86_400_000

    assert.equal(came.searchParams.get('state'), 's1')
    assert.closeTo(days, 90, 0.01)
    assert.equal(renewed.refreshToken, tokens.refreshToken)
    assert.equal(renewed.consentExpiresAt, tokens.consentExpiresAt)
    assert.notEqual(renewed.accessToken, tokens.accessToken)
    assert.closeTo((Date.parse(renewed.accessExpiresAt ?? '') - Date.now()) / 60_000, 40, 0.5)
  })

  test('a plan whose consent does not end says so', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { connection, client } = stage.open({ settings: { consentDays: 0 } })
    const code = stage.standIn.consentCode()
    const tokens = await consent.complete(
      connection,
      REVOLUT_CREDENTIALS,
      { code, redirectUrl: '' },
      client.ask
    )

    assert.isNull(tokens.consentExpiresAt)
  })

  test('a code is good once', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { connection, client } = stage.open()
    const came = { code: stage.standIn.consentCode(), redirectUrl: '' }
    await consent.complete(connection, REVOLUT_CREDENTIALS, came, client.ask)
    const again = await consent
      .complete(connection, REVOLUT_CREDENTIALS, came, stage.open().client.ask)
      .catch((error: unknown) => error)

    assert.instanceOf(again, ConsentGone)
  })

  test('a consent that was taken back is gone, a provider that is down is not', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    const { connection, client } = stage.open()
    const tokens = stage.standIn.grant()
    const renewing = () =>
      renew(connection, REVOLUT_CREDENTIALS, tokens, client.ask).catch((error: unknown) => error)
    stage.standIn.faults.plan('auth.token', 'bad_gateway')
    const down = await renewing()
    stage.act('revoke_consent')
    const gone = await renewing()
    const never = await renew(connection, REVOLUT_CREDENTIALS, null, client.ask).catch(
      (error: unknown) => error
    )

    assert.instanceOf(down, NoAnswer)
    assert.instanceOf(gone, ConsentGone)
    assert.instanceOf(never, ConsentGone)
  })

  test('a token ends after forty minutes', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { client } = stage.open()
    stage.standIn.clock.advance(2_390)
    const before = await client.ask({ method: 'GET', path: '/api/1.0/accounts' })
    stage.standIn.clock.advance(20)
    const after = await client.ask({ method: 'GET', path: '/api/1.0/accounts' })

    assert.deepEqual([before.status, after.status], [200, 401])
  })

  test('a test of the connection names its accounts, and says when people have to consent', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    const { connection, client } = stage.open()
    const tokens = stage.standIn.grant()
    const { found, missing } = await revolut.connector.test(connection, client, tokens)
    stage.act('revoke_consent')
    const gone = await revolut.connector.test(connection, client, tokens).catch((error: unknown) => error)

    assert.deepEqual(found, ['Principal · EUR', 'Cuenta en dólares · USD', 'Cuenta en libras · GBP'])
    assert.isEmpty(missing)
    assert.instanceOf(gone, ConsentGone)
  })

  test('nothing is asked before somebody has agreed to it', ({ assert }) => {
    const { connection } = plainClient(revolut.connector, 'http://127.0.0.1:9', REVOLUT_CREDENTIALS)

    assert.throws(() => revolut.connector.authorise(REVOLUT_CREDENTIALS, null, connection), ConsentGone)
  })

  test('sixty requests a minute are all there are', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup }, { perMinute: 60 })
    const { client } = stage.open()
    const statuses: number[] = []
    for (let nth = 0; nth < 61; nth++)
      statuses.push((await stage.open().client.ask({ method: 'GET', path: '/api/1.0/accounts' })).status)
    stage.standIn.clock.advance(61)
    const { status } = await client.ask({ method: 'GET', path: '/api/1.0/accounts' })

    assert.equal(statuses.filter((one) => one === 200).length, 60)
    assert.equal(statuses.at(-1), 429)
    assert.equal(status, 200)
  })
})
