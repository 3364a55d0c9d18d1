import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { playService, rememberedServices } from '#app/demo/connections/demo_stand_ins'
import { qontoYear } from '#app/demo/connections/qonto_year'
import { calendarDate } from '#app/kernel/time/calendar_date'

const main = { iban: 'ES4968880001670000000012', openingMinor: 500_000 }
const year = () => qontoYear({ day: calendarDate('2026-11-27'), main, quiet: 2, seed: 7, slug: 'prueba' })
const memoryOf = (key: string, port = 0) => ({
  key,
  provider: 'qonto',
  port,
  connectorId: null,
  credentials: {},
  dump: year(),
})

test.group('A service that the demo plays', () => {
  test('goes on after a restart with what it was asked for before, at the same port', async ({
    assert,
    cleanup,
  }) => {
    const first = await playService(memoryOf('qonto-restarted'))
    const port = Number(new URL(first.url).port)
    first.memory.port = port
    const code = first.consentCode()
    const tokens = await fetch(`${first.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: code ?? '',
        client_id: 'caudal-demo',
        client_secret: 'secreto-de-demostracion',
      }),
    })
    const { access_token: token } = (await tokens.json()) as { access_token: string }
    await first.close()

    const remembered = rememberedServices().find(({ key }) => key === 'qonto-restarted')
    assert.exists(remembered)
    const second = await playService(remembered ?? memoryOf('lost'))
    cleanup(second.close)

    assert.equal(second.url, first.url)
    const organisation = await fetch(`${second.url}/v2/organization`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(organisation.status, 200)
  })

  test('moves on to another port when somebody has taken its own', async ({ assert, cleanup }) => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    cleanup(() => void other.close())
    const { port } = other.address() as AddressInfo

    const service = await playService(memoryOf('qonto-moved', port))
    cleanup(service.close)

    assert.notEqual(new URL(service.url).port, `${port}`)
    assert.equal(
      (await fetch(`${service.url}/v2/organization`, { headers: { authorization: 'nobody' } })).status,
      401
    )
  })

  test('has the same year whenever it is asked for one, and never less than nothing in its account', ({
    assert,
  }) => {
    const { transactions } = JSON.parse(year()) as { transactions: { settledBalanceCents: number }[] }

    assert.equal(year(), year())
    assert.isAbove(transactions.length, 100)
    assert.isTrue(transactions.every(({ settledBalanceCents }) => settledBalanceCents > 0))
  })
})
