import { test } from '@japa/runner'
import type { ToldJob } from '#app/jobs/job'
import { knowProcesses } from '#app/jobs/process_state'
import { runJob } from '#app/jobs/run_job'
import { tick } from '#app/jobs/schedule/tick'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { pauseProcess, resumeProcess } from '#app/processes/actions/pause_process'
import { makeUser } from '#tests/factories/people'

let sequence = 0

/** A process of its own, set for a time. */
async function processOf(cron: string, about: Partial<ToldJob['about']> = {}): Promise<ToldJob> {
  const queue = `tests.clock-${process.pid}-${++sequence}`
  await knowProcesses([queue])
  return {
    queue,
    about: { title: `Prueba ${sequence}`, group: 'Sistema', changes: 'Nada.', ...about },
    concurrency: 1,
    timeoutSeconds: 10,
    retries: 0,
    retryDelaySeconds: 1,
    cron,
    work: async () => ({ message: 'Hecho', counters: { updated: 1 } }),
  }
}

const runsOf = (job: ToldJob) =>
  rows<{ id: number; status: string; trigger: string; slot: string }>(
    `select id, status, trigger, slot from job_runs where queue = :queue order by id`,
    { queue: job.queue }
  )

const setClock = (at: string) => execute(`update process_clock set last_minute = :at::timestamptz`, { at })

/** Looks at the clock each minute, and works what was started at once. */
async function pass(job: ToldJob, from: string, to: string): Promise<void> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += 60_000) {
    await tick([job], new Date(at))
    for (const run of await runsOf(job))
      if (run.status === 'queued') await runJob(job as never, { runId: run.id, data: {} as never }, true)
  }
}

test.group('Processes that start by the clock', (group) => {
  group.each.teardown(async () => {
    await execute(`update process_clock set last_minute = null`)
  })

  test('one set for half past two runs once on the day the clocks change: {day}')
    .with([
      { day: '2026-03-29', slot: '2026-03-29 02:30' },
      { day: '2026-10-25', slot: '2026-10-25 02:30' },
    ])
    .run(async ({ assert }, { day, slot }) => {
      const job = await processOf('30 2 * * *')
      await setClock(`${day}T00:00:00Z`)

      await pass(job, `${day}T00:01:00Z`, `${day}T04:00:00Z`)

      assert.deepEqual(
        (await runsOf(job)).map((run) => run.slot),
        [slot]
      )
    })

  test('one set by the quarter of an hour goes on through the hour that comes twice', async ({ assert }) => {
    const job = await processOf('*/15 * * * *')
    await setClock('2026-10-25T00:00:00Z')

    await pass(job, '2026-10-25T00:01:00Z', '2026-10-25T02:00:00Z')

    assert.lengthOf(await runsOf(job), 8)
  })

  test('after a pause no time that passed is made up for, and the next one is kept', async ({ assert }) => {
    const [job, person] = [await processOf('*/5 * * * *'), await makeUser('s1st3ma')]
    await setClock('2026-06-01T08:00:00Z')
    const pause = { reason: 'Prueba de la pausa', until: null, confirmation: null }
    await pauseProcess(job, pause, { actor: person.actor, role: 's1st3ma' })

    await pass(job, '2026-06-01T08:01:00Z', '2026-06-01T08:17:00Z')
    const during = await runsOf(job)
    await resumeProcess(job, person.actor)
    await pass(job, '2026-06-01T08:18:00Z', '2026-06-01T08:24:00Z')

    assert.isEmpty(during)
    assert.deepEqual(
      (await runsOf(job)).map((run) => run.slot),
      ['2026-06-01 08:20Z']
    )
  })

  test('a pause until a day ends by itself on that day, and says so', async ({ assert }) => {
    const [job, person] = [await processOf('0 * * * *'), await makeUser('s1st3ma')]
    const pause = { reason: 'Hasta mañana', until: '2199-01-02' as never, confirmation: null }
    await pauseProcess(job, pause, { actor: person.actor, role: 's1st3ma' })
    await setClock('2199-01-01T22:58:00Z')

    await pass(job, '2199-01-01T22:59:00Z', '2199-01-01T23:00:00Z')

    assert.lengthOf(await runsOf(job), 1)
    const { events } = await oneRow<{ events: number }>(
      `select count(*)::int as events from audit_events e join automatic_processes p on p.id = e.object_id and e.object_type = 'automatic_process'
        where p.key = :key and e.event = 'automatic_process.resumed'`,
      { key: job.queue }
    )
    assert.equal(events, 1)
  })

  test('after an outage only what catches up runs, and once', async ({ assert }) => {
    const [nightly, reminder] = [
      await processOf('0 3 * * *', { catchesUp: true }),
      await processOf('0 3 * * *'),
    ]
    await setClock('2026-06-01T08:00:00Z')

    await tick([nightly, reminder], new Date('2026-06-05T08:00:00Z'))
    await tick([nightly, reminder], new Date('2026-06-05T08:01:00Z'))

    assert.deepEqual(
      (await runsOf(nightly)).map(({ trigger, slot }) => ({ trigger, slot })),
      [{ trigger: 'catch_up', slot: '2026-06-05 03:00' }]
    )
    assert.isEmpty(await runsOf(reminder))
  })

  test('ten processes that look at the clock in one minute start it once', async ({ assert }) => {
    const job = await processOf('* * * * *')
    await setClock('2026-06-01T08:00:00Z')

    await Promise.all(Array.from({ length: 10 }, () => tick([job], new Date('2026-06-01T08:01:20Z'))))

    assert.lengthOf(await runsOf(job), 1)
  })

  test('one that still runs is not started a second time', async ({ assert }) => {
    const job = await processOf('* * * * *')
    await setClock('2026-06-01T08:00:00Z')
    await tick([job], new Date('2026-06-01T08:01:00Z'))
    await execute(`update job_runs set status = 'running' where queue = :queue`, { queue: job.queue })

    await tick([job], new Date('2026-06-01T08:02:00Z'))

    assert.lengthOf(await runsOf(job), 1)
  })

  test('the database lets no time of a process run twice', async ({ assert }) => {
    const { queue } = await processOf('* * * * *')
    const add = (status: string) =>
      execute(
        `insert into job_runs (queue, title, is_sweep, slot, status) values (:queue, 'Prueba', true, '2026-10-25 02:30', :status)`,
        { queue, status }
      )
    await add('succeeded')

    await assert.rejects(() => add('succeeded'), /job_runs_slot/)
  })
})
