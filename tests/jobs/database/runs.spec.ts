import { test } from '@japa/runner'
import type { JobOutcome, ToldJob } from '#app/jobs/job'
import { knowProcesses } from '#app/jobs/process_state'
import { purgeRuns } from '#app/jobs/purge_runs'
import { addRun } from '#app/jobs/queue'
import { runJob } from '#app/jobs/run_job'
import { putOff } from '#app/jobs/workers'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { makeUser } from '#tests/factories/people'

let sequence = 0

async function jobOf(
  work: ToldJob['work'],
  about: Partial<ToldJob['about']> = {},
  cron: string | undefined = '0 3 * * *'
): Promise<ToldJob> {
  const queue = `tests.runs-${process.pid}-${++sequence}`
  await knowProcesses([queue])
  return {
    queue,
    about: { title: `Proceso ${queue}`, group: 'Sistema', changes: 'Nada.', ...about },
    concurrency: 1,
    timeoutSeconds: 10,
    retries: 0,
    retryDelaySeconds: 1,
    ...(cron ? { cron } : {}),
    work,
  }
}

const begin = async (job: ToldJob, trigger: 'schedule' | 'event' = 'schedule'): Promise<number> => {
  const id = await inTransaction((trx) => addRun(job, { title: job.about.title, userId: null, trigger }, trx))
  if (id === null) throw new Error('The run was not added')
  return id
}

const work = (job: ToldJob, runId: number) => runJob(job as never, { runId, data: {} as never }, true)
const once = async (job: ToldJob) => work(job, await begin(job)).catch(() => {})
const runsOf = ({ queue }: ToldJob) =>
  rows<{ id: number; status: string; message: string | null; error: string | null; counters: object | null }>(
    `select id, status, message, error, counters from job_runs where queue = :queue order by id`,
    { queue }
  )
const stateOf = ({ queue }: ToldJob) =>
  oneRow<{ id: number; failuresInRow: number; lastLookedAt: Date | null; lastSuccessAt: Date | null }>(
    `select id, failures_in_row, last_looked_at, last_success_at from automatic_processes where key = :queue`,
    { queue }
  )

test.group('Runs', () => {
  test('one that found nothing to do leaves no row, only when it looked', async ({ assert }) => {
    const job = await jobOf(async () => ({ message: 'Nada', counters: { read: 4, updated: 0 } }))

    await once(job)

    assert.isEmpty(await runsOf(job))
    const state = await stateOf(job)
    assert.isNotNull(state.lastLookedAt)
    assert.isNotNull(state.lastSuccessAt)
  })

  test('what it did stays with its counters: {status}')
    .with([
      { counters: { updated: 3 }, status: 'succeeded' },
      { counters: { updated: 3, errors: 1 }, status: 'warning' },
    ])
    .run(async ({ assert }, { counters, status }) => {
      const job = await jobOf(async () => ({ message: 'Hecho', counters }))

      await once(job)

      const [run] = await runsOf(job)
      assert.equal(run?.status, status)
      assert.deepEqual(run?.counters, counters)
    })

  test('a run whose worker was lost stays as interrupted, and the work goes on in a run of its own', async ({
    assert,
  }) => {
    const done: string[] = []
    const job = await jobOf(async () => {
      done.push('hecho')
      return { counters: { updated: 1 } }
    })
    const runId = await begin(job)
    await execute(`update job_runs set status = 'running', started_at = now() where id = :runId`, { runId })

    await work(job, runId)
    await work(job, runId)

    const found = await runsOf(job)
    assert.deepEqual(
      found.map(({ status }) => status),
      ['failed', 'succeeded']
    )
    assert.include(found[0]?.message ?? '', 'Interrumpido')
    assert.deepEqual(done, ['hecho'])
  })

  test('a run that has ended, or was cancelled, is not worked', async ({ assert }) => {
    let times = 0
    const job = await jobOf(async () => {
      times++
      return { counters: { updated: 1 } }
    })
    const runId = await begin(job)
    await work(job, runId)
    await work(job, runId)
    const cancelledId = await begin(job)
    await execute(`update job_runs set status = 'cancelled' where id = :cancelledId`, { cancelledId })
    await work(job, cancelledId)

    assert.equal(times, 1)
  })

  test('a run that somebody cancels ends between two of its steps', async ({ assert }) => {
    const steps: number[] = []
    const job = await jobOf(
      async (_data, progress) => {
        for (const step of [1, 2, 3]) {
          steps.push(step)
          if (step === 2)
            await execute(`update job_runs set cancel_requested_at = now() where queue = :queue`, {
              queue: job.queue,
            })
          await progress(3, 3)
        }
        return undefined
      },
      { isCancellable: true }
    )

    await once(job)

    assert.deepEqual(steps, [1, 2])
    assert.equal((await runsOf(job))[0]?.status, 'cancelled')
  })

  test('failures in a row are told once, inside and by mail, until it works again', async ({ assert }) => {
    const lead = await makeUser('aprobador')
    let isBroken = true
    const job = await jobOf(async () => {
      if (isBroken) throw new Error('ES91 2100 0418 4502 0005 1332 no cuadra')
      return { counters: { updated: 1 } }
    })
    const mails = () =>
      rows(
        `select id from outgoing_mails where "to" = :to and object_type = 'automatic_process' and object_id = :id`,
        {
          to: lead.email,
          id,
        }
      )
    const { id } = await stateOf(job)

    await once(job)
    await once(job)
    const early = (await mails()).length
    for (let at = 0; at < 3; at++) await once(job)
    const failing = await titleOf(id)
    isBroken = false
    await once(job)

    assert.equal(early, 0)
    assert.lengthOf(await mails(), 1)
    assert.equal(failing, `Falla «${job.about.title}»`)
    assert.equal(await titleOf(id), `Recuperado «${job.about.title}»`)
    assert.equal((await stateOf(job)).failuresInRow, 0)
    assert.equal((await runsOf(job))[0]?.error, 'Error: ES•••• 1332 no cuadra')
  })

  test('a critical process is told of at its first failure', async ({ assert }) => {
    const job = await jobOf(
      async () => {
        throw new Error('roto')
      },
      { isCritical: true }
    )

    await once(job)

    assert.equal(await titleOf((await stateOf(job)).id), `Falla «${job.about.title}»`)
  })

  test('what comes in while a process is paused waits; its time by the clock does not', async ({
    assert,
  }) => {
    const idle = async (): Promise<JobOutcome> => ({ counters: { updated: 1 } })
    const [byClock, byEvent] = [await jobOf(idle), await jobOf(idle, {}, '')]
    const [clockRun, eventRun] = [await begin(byClock), await begin(byEvent, 'event')]

    await putOff(byClock, { runId: clockRun, data: {} as never })
    await putOff(byEvent, { runId: eventRun, data: {} as never })

    assert.isEmpty(await runsOf(byClock))
    assert.equal((await runsOf(byEvent))[0]?.status, 'queued')
  })

  test('a run that was cut off and whose process is paused meanwhile waits in a run of its own', async ({
    assert,
  }) => {
    const job = await jobOf(async () => undefined, {}, '')
    const runId = await begin(job, 'event')
    await execute(`update job_runs set status = 'running', started_at = now() where id = :runId`, { runId })

    await putOff(job, { runId, data: {} as never })

    assert.deepEqual(
      (await runsOf(job)).map(({ status }) => status),
      ['failed', 'queued']
    )
  })

  test('a run that is cut off again and again keeps one that goes on, and no row stays under way', async ({
    assert,
  }) => {
    const job = await jobOf(async () => ({ counters: { updated: 1 } }), {}, '')
    const runId = await begin(job, 'event')
    const cutOff = () =>
      execute(
        `update job_runs set status = 'running' where queue = :queue and status in ('queued', 'running')`,
        {
          queue: job.queue,
        }
      )
    await cutOff()
    await putOff(job, { runId, data: {} as never })
    await cutOff()
    await work(job, runId)

    assert.deepEqual(
      (await runsOf(job)).map(({ status }) => status),
      ['failed', 'failed', 'succeeded']
    )
  })

  test('old runs go after half a year and failures after two, the last of a process never', async ({
    assert,
  }) => {
    const job = await jobOf(async () => undefined)
    const add = (status: string, days: number) =>
      execute(
        `insert into job_runs (queue, title, status, is_sweep, finished_at) values (:queue, 'Prueba', :status, true, now() - make_interval(days => :days))`,
        { queue: job.queue, status, days }
      )
    for (const [status, days] of [
      ['failed', 800],
      ['failed', 700],
      ['succeeded', 181],
      ['succeeded', 179],
      ['succeeded', 900],
    ] as const)
      await add(status, days)

    for (const { purge } of purgeRuns) await purge()

    assert.deepEqual(
      (await runsOf(job)).map(({ status }) => status),
      ['failed', 'succeeded', 'succeeded']
    )
  })
})

async function titleOf(processId: number): Promise<string | undefined> {
  const found = await row<{ title: string }>(
    `select a.title from announcements a join automatic_processes p on p.announcement_id = a.id
      where p.id = :processId and a.status = 'published'`,
    { processId }
  )
  return found?.title
}
