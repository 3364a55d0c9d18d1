import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { FAILURES_MAX, noteFailure } from '#app/connectors/actions/note_failure'
import { retryConnectors } from '#app/connectors/actions/retry_connectors'
import { testConnector } from '#app/connectors/actions/test_connector'
import { openClient } from '#app/connectors/client/open_client'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { execute, rows } from '#app/kernel/database/sql'
import { connectTo, type ProbeBank, startProbeBank, stateOf } from '#tests/factories/connectors'

const list = { method: 'GET' as const, path: '/things' }

/** The most requests that came within any window of so many milliseconds. */
function mostWithin(arrivals: readonly { at: number }[], windowMs: number): number {
  const times = arrivals.map(({ at }) => at).sort((a, b) => a - b)
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length))
}

/** Waits out a back-off at once. */
const forgetWait = (id: number) => execute(`update connectors set next_try_at = now() where id = :id`, { id })

const mailsOf = (id: number) =>
  rows<{ subject: string; body: string; to: string }>(
    `select subject, body, "to" from outgoing_mails where object_type = 'connector' and object_id = :id`,
    { id }
  )

test.group('Requests to a provider', () => {
  test('of eight clients at once never exceed what the provider allows in any window', async ({ assert }) => {
    const bank = await startProbeBank({
      limits: [
        { requests: 100, seconds: 4 },
        { requests: 1000, seconds: 60 },
      ],
    })
    const { id } = await connectTo(bank)
    bank.arrivals.length = 0

    const client = async () => {
      const own = await openClient(id)
      for (let call = 0; call < 15; call++) await own.ask(list)
    }
    await Promise.all(Array.from({ length: 8 }, client))
    await bank.close()

    assert.equal(bank.arrivals.length, 120)
    assert.isAtMost(mostWithin(bank.arrivals, 4000), 100)
  }).timeout(60_000)

  test('that would have to wait too long are not sent and told when to come back', async ({ assert }) => {
    const bank = await startProbeBank({ limits: [{ requests: 4, seconds: 240 }] })
    const { id } = await connectTo(bank)

    const asked = await Promise.allSettled([1, 2, 3].map(async () => (await openClient(id)).ask(list)))
    await bank.close()

    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as NotSent] : []))
    assert.isNotEmpty(refused)
    assert.isTrue(refused.every((one) => one instanceof NotSent && one.reason === 'rate_limited'))
    assert.isAbove(refused[0]?.afterSeconds ?? 0, 60)
    assert.lengthOf(bank.arrivals, 1 + asked.length - refused.length)
  })

  test('a short «Retry-After» is waited out by everybody and the request sent again', async ({ assert }) => {
    const bank = await startProbeBank()
    const { id } = await connectTo(bank)
    bank.faults.plan('things.list', 'rate_limited')
    bank.arrivals.length = 0

    const first = (await openClient(id)).ask(list)
    await until(() => bank.arrivals.length === 1)
    await sleep(100)
    const second = (await openClient(id)).ask(list)
    const answers = await Promise.all([first, second])
    await bank.close()

    const [blocked, ...later] = bank.arrivals.map(({ at }) => at)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200]
    )
    assert.lengthOf(later, 2)
    assert.isTrue(later.every((at) => at - (blocked ?? 0) >= 2000))
  })

  test('a long one holds every process back until it is over', async ({ assert }) => {
    const bank = await startProbeBank()
    const { id } = await connectTo(bank)
    await execute(`update connectors set blocked_until = now() + interval '90 seconds' where id = :id`, {
      id,
    })
    bank.arrivals.length = 0

    const refused = await (await openClient(id)).ask(list).catch((error: unknown) => error)
    await bank.close()

    assert.instanceOf(refused, NotSent)
    assert.include({ ...(refused as NotSent) }, { reason: 'rate_limited' })
    assert.approximately((refused as NotSent).afterSeconds, 90, 2)
    assert.isEmpty(bank.arrivals)
  })

  test('without a connection nothing has left; with one that breaks off it may have arrived', async ({
    assert,
  }) => {
    const bank = await startProbeBank()
    const { id } = await connectTo(bank)
    const client = await openClient(id)
    bank.faults.plan('things.create', 'timeout_after')
    const post = { method: 'POST' as const, path: '/things', body: { kind: 'json' as const, value: {} } }

    await assert.rejects(() => client.ask(post), NoAnswer as never)
    await bank.close()
    const refused = await client.ask(post).catch((error: unknown) => error)

    assert.equal((refused as NotSent).reason, 'no_connection')
    assert.equal((await stateOf(id)).consecutiveFailures, 1)
  })

  test('an authorisation never goes to another host', async ({ assert }) => {
    const bank = await startProbeBank()
    const { id } = await connectTo(bank)
    const client = await openClient(id)

    await assert.rejects(
      () => client.ask({ method: 'GET', path: 'http://127.0.0.1:1/things' }),
      /another host/
    )
    await bank.close()
  })
})

test.group('A connection that fails', (group) => {
  let bank: ProbeBank
  group.each.setup(async () => {
    bank = await startProbeBank()
    return () => bank.close()
  })

  test('is out of use after five failures in a row, told once, and back when it answers', async ({
    assert,
  }) => {
    const { id, person } = await connectTo(bank)
    bank.faults.plan('*', 'bad_gateway', FAILURES_MAX)
    const client = await openClient(id)

    for (let failure = 0; failure < FAILURES_MAX; failure++) {
      assert.equal((await stateOf(id)).status, 'active')
      assert.equal((await client.ask(list)).status, 502)
      if (failure < FAILURES_MAX - 1) await forgetWait(id)
    }

    assert.include(await stateOf(id), { status: 'error', consecutiveFailures: FAILURES_MAX })
    await assert.rejects(() => client.ask(list), /con errores/)
    const mails = (await mailsOf(id)).filter(({ to }) => to === person.email)
    assert.lengthOf(mails, 1)
    assert.include(mails[0]?.subject, 'Conexión con errores: Probanco')

    assert.deepInclude(await retryConnectorsOf(id), { recovered: false })
    await forgetWait(id)
    assert.deepInclude(await retryConnectorsOf(id), { recovered: true })
    assert.include(await stateOf(id), { status: 'active', consecutiveFailures: 0 })
  })

  test('ten calls that fail together are one failure', async ({ assert }) => {
    const { id } = await connectTo(bank)

    await Promise.all(Array.from({ length: 10 }, () => noteFailure(id, 'HTTP 503')))

    assert.include(await stateOf(id), { status: 'active', consecutiveFailures: 1, lastError: 'HTTP 503' })
  })

  test('is not asked while it is paused, but may be tried', async ({ assert }) => {
    const { id, person } = await connectTo(bank)
    const { pauseConnector } = await import('#app/connectors/actions/pause_connector')
    await pauseConnector(id, 'Revisión', person.actor)

    const refused = await (await openClient(id)).ask(list).catch((error: unknown) => error)
    const tried = await testConnector(id, person.actor)

    assert.equal((refused as NotSent).reason, 'not_active')
    assert.deepEqual(tried.test?.found, ['Cuenta principal'])
    assert.equal((await stateOf(id)).status, 'paused')
  })
})

async function retryConnectorsOf(id: number): Promise<{ recovered: boolean }> {
  await retryConnectors()
  return { recovered: (await stateOf(id)).status === 'active' }
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await sleep(5)
}
