import { test } from '@japa/runner'
import type { Job, JobOutcome } from '#app/jobs/job'
import { listJobRuns } from '#app/jobs/queries/list_job_runs'
import { enqueue } from '#app/jobs/queue'
import { runJob } from '#app/jobs/run_job'
import { inTransaction } from '#app/kernel/database/sql'
import { makeUser } from '#tests/factories/people'

const leaving = (outcome: JobOutcome): Job<never> => ({
  queue: 'tests.endings',
  concurrency: 1,
  timeoutSeconds: 10,
  retries: 0,
  retryDelaySeconds: 1,
  work: async () => outcome,
})

test.group('How a job ends', () => {
  test('what it says it could not do is told as a failure, though it is not tried again: {status}')
    .with([
      { outcome: { message: 'Leída' }, status: 'done' },
      { outcome: { message: 'El PDF está dañado o incompleto.', hasFailed: true }, status: 'failed' },
    ] as const)
    .run(async ({ assert }, { outcome, status }) => {
      const person = await makeUser('c0ntab1l1dad')
      const job = leaving(outcome)
      const runId = await inTransaction((trx) =>
        enqueue(job, {} as never, { title: 'Leer roto.pdf', userId: person.id }, trx)
      )

      assert.equal((await listJobRuns(person.id))[0]?.status, 'queued')
      await runJob(job, { runId, data: {} as never }, true)

      const [run] = await listJobRuns(person.id)
      assert.equal(run?.status, status)
      assert.equal(run?.message, outcome.message)
    })
})
