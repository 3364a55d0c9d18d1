import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { declaredJobs } from '#app/jobs/area_jobs'
import { PROCESS_GROUPS } from '#app/jobs/job'
import { parseCron } from '#app/jobs/schedule/cron'
import { cronInWords } from '#app/jobs/schedule/cron_words'
import { execute, rows } from '#app/kernel/database/sql'
import { makeSignedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'

const PLAIN = 'profiles.suggest-keywords'
const CRITICAL = 'ledger.check-books'
const PAYMENT = 'payments.recurrents'

const post = (client: ApiClient, path: string, session: SessionData, body: object = {}) =>
  client
    .post(path)
    .withSession(session)
    .withCsrfToken()
    .header('referer', '/automatic-processes')
    .redirects(0)
    .json(body)

const openRuns = (queue: string) =>
  rows<{ id: number; trigger: string }>(
    `select id, trigger from job_runs where queue = :queue and status in ('queued', 'running')`,
    { queue }
  )

test.group('Automatic processes', (group) => {
  group.each.setup(async () => {
    await execute(
      `update automatic_processes set status = 'active', paused_by = null, paused_at = null, paused_until = null, pause_reason = null`
    )
    await execute(`delete from job_runs where queue = any(:queues::text[])`, {
      queues: [PLAIN, CRITICAL, PAYMENT],
    })
  })

  test('every job of the product says in Spanish what it is, and when it runs', async ({ assert }) => {
    const jobs = await declaredJobs()

    assert.isAbove(jobs.length, 30)
    assert.lengthOf(new Set(jobs.map(({ queue }) => queue)), jobs.length)
    for (const { about, cron } of jobs) {
      assert.isAbove(about.title.length, 5)
      assert.match(about.changes, /\.$/)
      assert.include(PROCESS_GROUPS, about.group)
      if (cron) assert.doesNotThrow(() => parseCron(cron))
      assert.notMatch(cronInWords(cron), /[*]/)
    }
  })

  test('the system role and approvers see it, also before the second factor', async ({ client, assert }) => {
    for (const role of ['s1st3ma', 'aprobador'] as const) {
      const { session } = await makeSignedIn(role, { twoFactor: false })
      const response = await client
        .get('/automatic-processes?per_page=all')
        .withSession(session)
        .withInertia()

      response.assertStatus(200)
      response.assertInertiaComponent('processes/index')
      const { processes } = response.inertiaProps as {
        processes: { rows: { id: string; schedule: string }[] }
      }
      assert.equal(processes.rows.find(({ id }) => id === 'mail.outbox')?.schedule, 'Cada minuto')
    }
  })

  test('run now, ten times at once, is one run', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(client, `/automatic-processes/${PLAIN}/run`, session))
    )

    assert.lengthOf(await openRuns(PLAIN), 1)
    const told = answers.map((answer) =>
      String(answer.flashMessage('success') ?? answer.flashMessage('error'))
    )
    assert.lengthOf(
      told.filter((text) => text === 'Proceso iniciado.'),
      1
    )
    assert.lengthOf(
      told.filter((text) => text === 'El proceso ya está en ejecución.'),
      9
    )
  })

  test('an approver without the second factor runs no process that moves money', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('aprobador', { twoFactor: false })

    for (const prefix of ['', '/payment-processes']) {
      const answer = await post(client, `${prefix}/automatic-processes/${PAYMENT}/run`, session)
      assert.equal(answer.flashMessage('error'), 'Active la autenticación en dos pasos para esta acción.')
    }

    assert.isEmpty(await openRuns(PAYMENT))
  })

  test('with the second factor it is asked for again before money can move', async ({ client, assert }) => {
    const { person, session } = await makeSignedIn('aprobador')

    await post(client, `/automatic-processes/${PAYMENT}/run`, session)
    const asked = await post(client, `/payment-processes/automatic-processes/${PAYMENT}/run`, session)
    const before = await openRuns(PAYMENT)
    await execute(`update user_sessions set step_up_at = now() where user_id = :id`, { id: person.id })
    await post(client, `/payment-processes/automatic-processes/${PAYMENT}/run`, session)

    assert.equal(fieldErrors(asked).step_up, 'Confirme su identidad.')
    assert.isEmpty(before)
    assert.lengthOf(await openRuns(PAYMENT), 1)
  })

  test('a pause says why; one of a critical process is the system role’s and is confirmed by a word', async ({
    client,
    assert,
  }) => {
    const [approver, system] = [await makeSignedIn('aprobador'), await makeSignedIn('s1st3ma')]
    const path = `/automatic-processes/${CRITICAL}/pause`
    const body = { reason: 'Cambio de servidor' }

    const noReason = await post(client, `/automatic-processes/${PLAIN}/pause`, approver.session)
    const notTheirs = await post(client, path, approver.session, { ...body, confirmation: 'PAUSAR' })
    const unconfirmed = await post(client, path, system.session, body)
    const past = await post(client, path, system.session, { ...body, until: '2026-01-01' })
    const paused = await post(client, path, system.session, { ...body, confirmation: 'pausar' })

    assert.equal(fieldErrors(noReason).reason, 'Indique el motivo de la pausa.')
    assert.equal(notTheirs.flashMessage('error'), 'Solo el rol de sistema puede pausar un proceso crítico.')
    assert.equal(fieldErrors(unconfirmed).confirmation, 'Escriba PAUSAR para confirmar.')
    assert.equal(fieldErrors(past).until, 'La pausa debe terminar a partir de mañana.')
    assert.equal(paused.flashMessage('success'), 'Proceso pausado.')
  })

  test('a paused process runs by hand and stays paused', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')
    await post(client, `/automatic-processes/${PLAIN}/pause`, session, { reason: 'Mucho trabajo' })

    const answer = await post(client, `/automatic-processes/${PLAIN}/run`, session)

    assert.equal(answer.flashMessage('success'), 'Proceso iniciado.')
    assert.lengthOf(await openRuns(PLAIN), 1)
    assert.lengthOf(
      await rows(`select 1 from automatic_processes where key = :key and status = 'paused'`, { key: PLAIN }),
      1
    )
  })

  test('a run that failed is done again, and a waiting one is cancelled', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')
    const [failed] = await rows<{ id: number }>(
      `insert into job_runs (queue, title, status, is_sweep, trigger, finished_at) values (:queue, 'Prueba', 'failed', true, 'schedule', now()) returning id`,
      { queue: PLAIN }
    )

    await post(client, `/automatic-processes/${PLAIN}/runs/${failed?.id}/retry`, session)
    const [again] = await openRuns(PLAIN)
    await post(client, `/automatic-processes/${PLAIN}/runs/${again?.id}/cancel`, session)

    assert.equal(again?.trigger, 'retry')
    assert.isEmpty(await openRuns(PLAIN))
  })

  test('runs about a company are shown to those who work with it', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador', { siteIds: [] })
    await execute(
      `insert into job_runs (queue, title, status, site_id, finished_at) values (:queue, 'De otra empresa', 'succeeded', 987654, now())`,
      { queue: PLAIN }
    )

    const answer = await client.get(`/automatic-processes/${PLAIN}/runs`).withSession(session)

    assert.isEmpty((answer.body() as { data: { runs: unknown[] } }).data.runs)
  })

  test('a process that does not exist is no page', async ({ client }) => {
    const { session } = await makeSignedIn('aprobador')
    const answer = await client.get('/automatic-processes/no.such/runs').withSession(session)
    answer.assertStatus(404)
  })
})
