import logger from '@adonisjs/core/services/logger'
import { fromKnex, type JobWithMetadata, PgBoss } from 'pg-boss'
import { isDomainError } from '#app/kernel/domain_error'
import { execute, oneRow, type Transaction } from '#app/kernel/sql'
import env from '#start/env'

/** What a job tells while it works; the person who started it sees it in the tray. */
export type Progress = (done: number, total: number | null, message?: string) => Promise<void>

/**
 * What a job leaves: a sentence and, where there is something to look at, its address. `hasFailed` when it came to its end
 * and trying again would not help: people are told so in red.
 */
export type JobOutcome = { message?: string; resultUrl?: string; hasFailed?: true }

export type Job<Data extends object> = {
  queue: string
  /** How many at once in one process. */
  concurrency: number
  timeoutSeconds: number
  retries: number
  /** Seconds before the first retry; doubles with each. */
  retryDelaySeconds: number
  /** When it starts by itself, on the clock of Madrid. */
  cron?: string
  work: (data: Data, progress: Progress) => Promise<JobOutcome | undefined>
  /** After the last retry: leaves the document in a state from which somebody can go on. */
  giveUp?: (data: Data, reason: string) => Promise<void>
}

/** `siteId` is the company of the object: people who may see it are told when the job moves on. */
type Enqueued = {
  title: string
  userId: number | null
  objectType?: string
  objectId?: number
  siteId?: number | null
}
type Payload<Data> = { runId: number | null; data: Data }

/** The schema in which the queue keeps its own tables. */
export const SCHEMA = 'jobs'
let boss: PgBoss | null = null
let starting: Promise<PgBoss> | null = null

/** The queue of this process; started on first use, without making workers. */
async function queue(): Promise<PgBoss> {
  if (boss) return boss
  starting ??= (async () => {
    const made = new PgBoss({
      connectionString: env.get('DATABASE_APP_URL'),
      schema: SCHEMA,
      createSchema: false,
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
 * the pages follow. With JOBS=off the run is noted and nobody works it (tests, commands).
 */
export async function enqueue<Data extends object>(
  job: Job<Data>,
  data: Data,
  about: Enqueued,
  trx: Transaction
): Promise<number> {
  const { id: runId } = await oneRow<{ id: number }>(
    `insert into job_runs (queue, title, user_id, object_type, object_id, site_id)
     values (:queue, :title, :userId, :objectType, :objectId, :siteId) returning id`,
    {
      queue: job.queue,
      title: about.title,
      userId: about.userId,
      objectType: about.objectType ?? null,
      objectId: about.objectId ?? null,
      siteId: about.siteId ?? null,
    },
    trx
  )
  if (env.get('JOBS') === 'off') return runId
  const jobs = await queue()
  await ensureQueue(jobs, job)
  const payload: Payload<Data> = { runId, data }
  const jobId = await jobs.send(job.queue, payload, { db: fromKnex(trx.knexClient) })
  await execute(`update job_runs set job_id = :jobId where id = :runId`, { runId, jobId }, trx)
  return runId
}

const known = new Set<string>()

async function ensureQueue(
  jobs: PgBoss,
  job: Pick<Job<never>, 'queue' | 'retries' | 'retryDelaySeconds' | 'timeoutSeconds'>
): Promise<void> {
  if (known.has(job.queue)) return
  const options = {
    retryLimit: job.retries,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: job.retries > 0,
    expireInSeconds: job.timeoutSeconds,
  }
  if (await jobs.getQueue(job.queue)) await jobs.updateQueue(job.queue, options)
  else await jobs.createQueue(job.queue, options)
  known.add(job.queue)
}

/** Starts the workers of this process for these jobs. */
export async function startWorkers(definitions: Job<never>[]): Promise<void> {
  const jobs = await queue()
  for (const job of definitions) {
    await ensureQueue(jobs, job)
    const options = {
      localConcurrency: job.concurrency,
      pollingIntervalSeconds: 1,
      includeMetadata: true as const,
    }
    if (job.cron) await jobs.schedule(job.queue, job.cron, { runId: null, data: {} }, { tz: 'Europe/Madrid' })
    await jobs.work(job.queue, options, async (works: JobWithMetadata<Payload<never>>[]) => {
      for (const work of works) await runJob(job, work.data, work.retryCount >= work.retryLimit)
    })
  }
}

export async function stopQueue(): Promise<void> {
  await boss?.stop({ graceful: true, timeout: 1500 })
  boss = null
  starting = null
}

/** Works a job that was taken from the queue and keeps how it ended. Throws what it threw, so that the queue tries again. */
export async function runJob(
  job: Job<never>,
  { runId, data }: Payload<never>,
  isLastTry: boolean
): Promise<void> {
  await execute(
    `update job_runs set status = 'running', started_at = coalesce(started_at, now()) where id = :runId`,
    { runId }
  )
  try {
    const outcome = await job.work(data, progressOf(runId))
    await execute(
      `update job_runs set status = :status, finished_at = now(), message = coalesce(:message, message), result_url = :resultUrl where id = :runId`,
      {
        runId,
        status: outcome?.hasFailed ? 'failed' : 'succeeded',
        message: outcome?.message ?? null,
        resultUrl: outcome?.resultUrl ?? null,
      }
    )
  } catch (error) {
    const reason = toldReason(error, runId ?? job.queue)
    // The document first: whoever is told that the run failed finds it in its last state.
    const gaveUp = isLastTry ? await giveUp(job, data, reason) : null
    await execute(
      `update job_runs set status = :status, finished_at = case when :last then now() end, message = :reason where id = :runId`,
      {
        runId,
        status: isLastTry ? 'failed' : 'queued',
        last: isLastTry,
        reason: reason.slice(0, 500),
      }
    )
    throw gaveUp ?? error
  }
}

/** What people are told: the words of a refusal; of anything else its reference, under which the log has it in full. */
function toldReason(error: unknown, run: number | string): string {
  if (isDomainError(error)) return error.message
  const reference = `T-${run}`
  logger.error({ err: error, reference }, 'background job failed')
  return `Se ha producido un error inesperado. Vuelva a intentarlo o avise a soporte con la referencia ${reference}.`
}

/** Gives what went wrong in giving up, so that the run is marked as failed all the same. */
async function giveUp(job: Job<never>, data: never, reason: string): Promise<Error | null> {
  try {
    await job.giveUp?.(data, reason)
    return null
  } catch (error) {
    return new Error(`${job.queue} could not give up after: ${reason}`, { cause: error })
  }
}

const PROGRESS_EVERY_MS = 300

function progressOf(runId: number | null): Progress {
  let last = 0
  return async (done, total, message) => {
    const now = Date.now()
    if (now - last < PROGRESS_EVERY_MS && done !== total) return
    last = now
    await execute(
      `update job_runs set done_count = :done, total_count = :total, message = coalesce(:message, message) where id = :runId`,
      {
        runId,
        done,
        total,
        message: message ?? null,
      }
    )
  }
}
