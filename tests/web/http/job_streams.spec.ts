import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { hashToken } from '#app/identity/actions/user_session'
import type { JobRun } from '#app/jobs/queries/list_job_runs'
import { enqueue, type Job } from '#app/jobs/queue'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { jobStreams, STREAMS_OF_A_USER_MAX } from '#app/web/live/job_streams'
import { makeSite } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'
import { HttpBrowser } from '#tests/web/http_browser'
import { ListeningBrowser } from '#tests/web/listening_browser'
import { RealProcess } from '#tests/web/real_server'

const count: Job<Record<string, never>> = {
  queue: 'tests.count',
  concurrency: 1,
  timeoutSeconds: 10,
  retries: 0,
  retryDelaySeconds: 1,
  work: async () => undefined,
}

type About = { siteId?: number | null; objectType?: string; objectId?: number }

/** A run as a job would note it, without a queue. */
const begin = (person: Person, about: About = {}): Promise<number> =>
  inTransaction((trx) => enqueue(count, {}, { title: 'Contar', userId: person.id, ...about }, trx))

const move = (runId: number, done: number, status = 'running'): Promise<number> =>
  execute(
    `update job_runs set status = :status, done_count = :done, total_count = 100, finished_at = case when :status = 'succeeded' then now() end where id = :runId`,
    { runId, done, status }
  )

const told = (browser: ListeningBrowser): JobRun[] => (browser.of('jobs').at(-1) ?? []) as JobRun[]
const hearsOf = (runId: number, done: number) => (browser: ListeningBrowser) =>
  told(browser).some((run) => run.id === String(runId) && run.done === done)

test.group('Live progress over several processes', (group) => {
  let servers: RealProcess[] = []

  group.setup(async () => {
    servers = await RealProcess.together(RealProcess.server(), RealProcess.server())
    return async () => {
      await Promise.all(servers.map((server) => server.stop()))
    }
  })

  const originOf = (at: 0 | 1) => servers[at]?.origin ?? ''
  const listen = async (person: Person, at: 0 | 1 = 0) =>
    ListeningBrowser.open(await HttpBrowser.signedIn(originOf(at), person))

  test('a step that one process writes reaches the owner at every web process, and nobody else', async ({
    assert,
  }) => {
    const [owner, colleague] = [await makeUser('c0ntab1l1dad'), await makeUser('s1st3ma')]
    const here = await listen(owner, 0)
    const there = await ListeningBrowser.open(await HttpBrowser.signedIn(originOf(1), colleague))
    const runId = await begin(owner)

    await move(runId, 42)

    assert.isTrue(await here.until(hearsOf(runId, 42)))
    await sleep(300)
    assert.isEmpty(told(there))
    assert.isEmpty(there.of('object'))
    for (const browser of [here, there]) browser.leave()
  }).timeout(60_000)

  test('the same person hears it at two processes at once', async ({ assert }) => {
    const owner = await makeUser('aprobador')
    const browser = await HttpBrowser.signedIn(originOf(0), owner)
    const here = await ListeningBrowser.open(browser)
    browser.origin = originOf(1)
    const there = await ListeningBrowser.open(browser)
    const runId = await begin(owner)

    await move(runId, 7)

    assert.isTrue(await here.until(hearsOf(runId, 7)))
    assert.isTrue(await there.until(hearsOf(runId, 7)))
    for (const listening of [here, there]) listening.leave()
  }).timeout(60_000)

  test('nothing on the way may pack or hold back the stream', async ({ assert }) => {
    const listening = await listen(await makeUser('aprobador'))

    const { headers } = listening.answer

    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
    assert.include(headers['cache-control'], 'no-transform')
    assert.equal(headers['x-accel-buffering'], 'no')
    assert.isTrue(await listening.until(({ heard }) => heard.length > 0, 1000))
    listening.leave()
  }).timeout(60_000)

  test('a guest gets no stream', async ({ assert }) => {
    const listening = await ListeningBrowser.open(new HttpBrowser(originOf(0)))

    assert.equal(listening.answer.statusCode, 401)
  })

  test('a server that is stopped ends its streams and is gone, though they would go on', async ({
    assert,
  }) => {
    const server = await RealProcess.server()
    const person = await makeUser('aprobador')
    const listening = await ListeningBrowser.open(await HttpBrowser.signedIn(server.origin, person))

    const took = await server.stop()

    assert.isTrue(await listening.until(({ isOver }) => isOver, 500))
    assert.isBelow(took, 10_000)
  }).timeout(60_000)
})

test.group('Live progress in one process', () => {
  /** A stream of this process, opened below HTTP. */
  async function open(person: Person) {
    const session = await signedIn(person)
    const sessionId = hashToken(String(session.caudal_session_token))
    const stream = await jobStreams.open(sessionId, person.id)
    if (!stream) throw new Error('No stream')
    let text = ''
    stream.body.on('data', (part) => {
      text += String(part)
    })
    return { stream, sessionId, text: () => text, leave: () => stream.abandon() }
  }

  const soon = () => sleep(250)

  test('who may open an invoice is told that its reading moved on; others are not', async ({ assert }) => {
    const [{ siteId: site }, { siteId: elsewhere }] = [await makeSite(), await makeSite()]
    const owner = await makeUser('c0ntab1l1dad')
    const colleague = await open(await makeUser('c0ntab1l1dad', { siteIds: [site] }))
    const stranger = await open(await makeUser('c0ntab1l1dad', { siteIds: [elsewhere] }))
    const administrator = await open(await makeUser('adm1n1strat0r'))
    const withoutFactor = await open(await makeUser('c0ntab1l1dad', { twoFactor: false }))
    const runId = await begin(owner, { siteId: site, objectType: 'invoice', objectId: 77 })

    await move(runId, 1)
    await soon()

    assert.include(colleague.text(), 'event: object\ndata: {"type":"invoice","id":77}')
    for (const other of [stranger, administrator, withoutFactor])
      assert.notInclude(other.text(), 'event: object')
    for (const listening of [colleague, stranger, administrator, withoutFactor]) {
      assert.notInclude(listening.text(), 'Contar')
      listening.leave()
    }
  })

  test('who works with a company hears that something happened to its documents; others do not', async ({
    assert,
  }) => {
    const [{ siteId }, { siteId: elsewhere }] = [await makeSite(), await makeSite()]
    const colleague = await open(await makeUser('c0ntab1l1dad', { siteIds: [siteId] }))
    const stranger = await open(await makeUser('c0ntab1l1dad', { siteIds: [elsewhere] }))
    const administrator = await open(await makeUser('adm1n1strat0r'))
    const withoutFactor = await open(await makeUser('c0ntab1l1dad', { twoFactor: false }))
    const approved = { actor: SYSTEM, objectType: 'invoice', objectId: 1, siteId, event: 'invoice.approved' }

    await inTransaction((trx) => recordEvent(approved, trx))
    await inTransaction((trx) => recordEvent(approved, trx))
    await sleep(1300)

    assert.lengthOf(colleague.text().match(/event: work\n/g) ?? [], 1)
    for (const other of [stranger, administrator, withoutFactor])
      assert.notInclude(other.text(), 'event: work')
    for (const listening of [colleague, stranger, administrator, withoutFactor]) listening.leave()
  })

  test('an export is told to its owner only, even where everybody sees every company', async ({ assert }) => {
    const owner = await makeUser('c0ntab1l1dad')
    const system = await open(await makeUser('s1st3ma'))

    await begin(owner, { objectType: 'export', objectId: 5 })
    await soon()

    assert.notInclude(system.text(), 'event: object')
    system.leave()
  })

  test('a stream shows signs of life without keeping its session alive', async ({ assert }) => {
    const listening = await open(await makeUser('aprobador'))
    await execute(
      `update user_sessions set last_seen_at = last_seen_at - interval '30 minutes' where id = :id`,
      {
        id: listening.sessionId,
      }
    )

    await jobStreams.beat()

    assert.include(listening.text(), 'event: beat')
    const { minutes } = await oneRow<{ minutes: number }>(
      `select extract(epoch from now() - last_seen_at)::int / 60 as minutes from user_sessions where id = :id`,
      { id: listening.sessionId }
    )
    assert.equal(minutes, 30)
    listening.leave()
  })

  for (const [why, change] of [
    ['is revoked', `update user_sessions set revoked_at = now() where id = :id`],
    [
      'has not been used for an hour',
      `update user_sessions set last_seen_at = now() - interval '1 hour' where id = :id`,
    ],
    [
      'belongs to a user who was suspended',
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = (select user_id from user_sessions where id = :id)`,
    ],
  ] as const) {
    test(`a stream whose session ${why} ends at the next sign of life`, async ({ assert }) => {
      const listening = await open(await makeUser('aprobador'))
      await execute(change, { id: listening.sessionId })

      await jobStreams.beat()

      assert.isFalse(listening.stream.isOpen)
    })
  }

  test('a company that is taken away is taken from the stream too', async ({ assert }) => {
    const { siteId: site } = await makeSite()
    const person = await makeUser('c0ntab1l1dad', { siteIds: [site] })
    const listening = await open(person)
    await execute(`delete from user_sites where user_id = :id`, { id: person.id })

    await jobStreams.beat()
    await begin(await makeUser('s1st3ma'), { siteId: site, objectType: 'invoice', objectId: 9 })
    await soon()

    assert.notInclude(listening.text(), 'event: object')
    listening.leave()
  })

  test('a person has four streams at most; whoever leaves makes room', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const session = hashToken(String((await signedIn(person)).caudal_session_token))
    const streams = await Promise.all(
      Array.from({ length: STREAMS_OF_A_USER_MAX + 3 }, () => jobStreams.open(session, person.id))
    )

    const given = streams.filter((stream) => stream !== null)
    given[0]?.abandon()
    await soon()
    const next = await jobStreams.open(session, person.id)

    assert.lengthOf(given, STREAMS_OF_A_USER_MAX)
    assert.isNotNull(next)
    for (const stream of [...given, next]) stream?.abandon()
  })

  test('a browser that does not read is given up before it holds much memory', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const session = hashToken(String((await signedIn(person)).caudal_session_token))
    const stream = await jobStreams.open(session, person.id)

    for (let step = 0; step < 2000; step++) stream?.send('jobs', 'x'.repeat(100))
    await soon()

    assert.isFalse(stream?.isOpen)
    assert.equal(jobStreams.count, 0)
  })

  test('when the listening connection breaks every stream ends, and the next one listens anew', async ({
    assert,
  }) => {
    const person = await makeUser('aprobador')
    const before = await open(person)

    await execute(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'caudal-job-stream' and datname = current_database()`
    )
    await soon()
    const after = await open(person)
    const runId = await begin(person)
    await move(runId, 3)
    await soon()

    assert.isFalse(before.stream.isOpen)
    assert.include(after.text(), '"done":3')
    after.leave()
  })

  test('a thousand browsers that come and go leave nothing behind', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const session = hashToken(String((await signedIn(person)).caudal_session_token))

    for (let visit = 0; visit < 1000; visit++) (await jobStreams.open(session, person.id))?.abandon()
    await soon()

    assert.equal(jobStreams.count, 0)
    const { listening } = await oneRow<{ listening: number }>(
      `select count(*)::int as listening from pg_stat_activity where application_name = 'caudal-job-stream' and datname = current_database()`
    )
    assert.isAtMost(listening, 1)
  }).timeout(60_000)
})
