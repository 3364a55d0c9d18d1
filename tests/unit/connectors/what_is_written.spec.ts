import { test } from '@japa/runner'
import { bucketOf } from '#app/connectors/client/budget'
import { withoutSecrets } from '#app/connectors/client/exchange_secrets'
import { maskExchange } from '#app/connectors/client/mask'
import type { Exchange } from '#app/connectors/client/record_exchange'
import { retryAfterSeconds } from '#app/connectors/client/retry_after'

const exchangeOf = (change: { body?: string; answer?: string; url?: string }): Exchange => ({
  at: '2026-11-27T10:00:00.000Z',
  service: 'probe',
  connection: '1',
  request: {
    method: 'POST',
    url: change.url ?? 'https://probe.test/tokens',
    headers: { authorization: 'Bearer abcdef-123456', 'x-key': 'abcdef-123456' },
    body: change.body ?? null,
  },
  response: { status: 200, headers: {}, body: change.answer ?? '' },
  error: null,
  ms: 1,
})

test.group('What is written of an exchange', () => {
  test('has no secret of its connection, whatever member, header or address it stands in', ({ assert }) => {
    const secrets = ['abcdef-123456', 'clave con ñ&']
    const exchange = exchangeOf({
      url: `https://probe.test/x?k=${encodeURIComponent('clave con ñ&')}`,
      body: new URLSearchParams({ anything: 'clave con ñ&' }).toString(),
      answer: JSON.stringify({ note: 'la clave con ñ& y abcdef-123456' }),
    })

    const written = maskExchange(withoutSecrets(exchange, secrets))

    assert.equal(written.request.url, 'https://probe.test/x?k=***')
    assert.equal(written.request.body, 'anything=***')
    assert.equal(written.request.headers['x-key'], '***')
    assert.equal(written.request.headers.authorization, 'Bearer ***')
    assert.equal(written.response?.body, '{"note":"la *** y ***"}')
  })

  test('hides a token also in an answer that breaks off', ({ assert }) => {
    const written = maskExchange(exchangeOf({ answer: '{"access_token": "ficha-1", "refresh_token":"fich' }))

    assert.equal(written.response?.body, '{"access_token": "***", "refresh_token":"***')
  })
})

test.group('When a provider may be asked again', () => {
  const now = new Date('2026-11-27T10:00:00Z')
  const after = (headers: Record<string, string>) => retryAfterSeconds({ headers }, now)

  test('is told in seconds, by a date, by the month, or not at all', ({ assert }) => {
    assert.equal(after({ 'retry-after': '7' }), 7)
    assert.equal(after({ 'retry-after': 'Fri, 27 Nov 2026 10:01:30 GMT' }), 90)
    assert.equal(after({ 'retry-after': 'Fri, 27 Nov 2026 09:00:00 GMT' }), 0)
    assert.equal(after({ 'x-ratelimit-window': 'month' }), (3 * 24 + 14) * 3600)
    assert.equal(after({}), 30)
  })
})

test.group('The budget of a limit', () => {
  test('never lets more through in a window than the limit', ({ assert }) => {
    for (const limit of [
      { requests: 60, seconds: 60 },
      { requests: 1000, seconds: 10 },
      { requests: 2300, seconds: 900 },
    ]) {
      const { capacity, perSecond } = bucketOf(limit)
      assert.isAtMost(capacity + perSecond * limit.seconds, limit.requests * 0.96)
      assert.isAbove(capacity, 0)
    }
  })
})
