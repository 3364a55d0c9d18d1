import { fromKnex, PgBoss } from 'pg-boss'
import { isSweep, type Job } from '#app/jobs/job'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import env from '#start/env'

export type { Job, JobOutcome, Progress } from '#app/jobs/job'

/** `siteId` is the company of the object: people who may see it are told when the job moves on. */
type Enqueued = {
  title: string
  userId: number | null
  objectType?: string
  objectId?: number
  siteId?: number | null
}

export type Trigger = 'schedule' | 'manual' | 'event' | 'retry' | 'catch_up'

/** What travels with a job. `isByHand` works it although its process is paused. */
export type Payload<Data> = { runId: number | null; data: Data; isByHand?: boolean }

/** The schema in which the queue keeps its own tables. */
export const SCHEMA = 'jobs'
/** A worker that shows no sign of life for so long is taken for lost, and what it held is freed. */
const HEARTBEAT_SECONDS = 120
let boss: PgBoss | null = null
let starting: Promise<PgBoss> | null = null

/** The queue of this process; started on first use, without making workers. Its own clock stays off: see scheduler.ts. */
export async function queue(): Promise<PgBoss> {
  if (boss) return boss
  starting ??= (async () => {
    const made = new PgBoss({
      connectionString: env.get('DATABASE_APP_URL'),
      schema: SCHEMA,
      createSchema: false,
      schedule: false,
      max: 4,
    })
    made.on('error', (error) => process.stderr.write(`jobs: ${error.message}\n`))
    await made.start()
    boss = made
    return made
  })()
  return starting
}

/**
 * Puts a job in the queue in the transaction that needs it: no commit, no job. Gives the id of its run, which
 * the pages follow; of what runs once at a time, the run that is under way already. With JOBS=off the run is noted and
 * nobody works it (tests, commands).
 */
export async function enqueue<Data extends object>(
  job: Job<Data>,
  data: Data,
  about: Enqueued,
  trx: Transaction
): Promise<number> {
  const runId = await addRun(job, { ...about, trigger: isSweep(job) ? 'manual' : 'event' }, trx)
  if (runId === null) return openRun(job.queue, trx)
  await sendRun(job, { runId, data }, trx)
  return runId
}

type Added = Enqueued & { trigger: Trigger; slot?: string | null; retryOf?: number | null }

/** Notes a run that waits. Null when its process runs once at a time and does already, or has had this time of its clock. */
export async function addRun(
  job: Pick<Job<never>, 'queue' | 'cron'>,
  about: Added,
  trx: Transaction
): Promise<number | null> {
  const added = await row<{ id: number }>(
    `insert into job_runs (queue, title, user_id, object_type, object_id, site_id, trigger, is_sweep, slot, retry_of)
     values (:queue, :title, :userId, :objectType, :objectId, :siteId, :trigger, :isSweep, :slot, :retryOf)
     on conflict do nothing returning id`,
    {
      queue: job.queue,
      title: about.title,
      userId: about.userId,
      objectType: about.objectType ?? null,
      objectId: about.objectId ?? null,
      siteId: about.siteId ?? null,
      trigger: about.trigger,
      isSweep: isSweep(job),
      slot: about.slot ?? null,
      retryOf: about.retryOf ?? null,
    },
    trx
  )
  return added?.id ?? null
}

async function openRun(queueName: string, trx: Transaction): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `select id from job_runs where queue = :queueName and is_sweep order by status in ('queued', 'running') desc, id desc limit 1`,
    { queueName },
    trx
  )
  return id
}

/** Hands a noted run to the workers, in the same transaction. */
export async function sendRun<Data extends object>(
  job: Job<Data>,
  payload: Payload<Data>,
  trx: Transaction,
  startAfter?: Date
): Promise<void> {
  if (env.get('JOBS') === 'off') return
  const jobs = await queue()
  await ensureQueue(jobs, job)
  const jobId = await jobs.send(job.queue, payload, {
    db: fromKnex(trx.knexClient),
    ...(startAfter ? { startAfter } : {}),
  })
  await execute(`update job_runs set job_id = :jobId where id = :runId`, { runId: payload.runId, jobId }, trx)
}

const known = new Set<string>()

/** Makes the queue of a job, or brings it up to date with the job. */
export async function ensureQueue(
  jobs: PgBoss,
  job: Pick<Job<never>, 'queue' | 'retries' | 'retryDelaySeconds' | 'timeoutSeconds'>
): Promise<void> {
  if (known.has(job.queue)) return
  const options = {
    retryLimit: job.retries,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: job.retries > 0,
    expireInSeconds: job.timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  }
  if (await jobs.getQueue(job.queue)) await jobs.updateQueue(job.queue, options)
  else await jobs.createQueue(job.queue, options)
  known.add(job.queue)
}

export async function stopQueue(): Promise<void> {
  await boss?.stop({ graceful: true, timeout: 1500 })
  boss = null
  starting = null
}
