import logger from '@adonisjs/core/services/logger'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { isSweep, type ToldJob } from '#app/jobs/job'
import { pauseAfterRestore } from '#app/jobs/pause_after_restore'
import { isPaused, knowProcesses } from '#app/jobs/process_state'
import { ensureQueue, type Payload, queue, sendRun, stopQueue } from '#app/jobs/queue'
import { runJob } from '#app/jobs/run_job'
import { tick } from '#app/jobs/schedule/tick'
import { settleLostRuns } from '#app/jobs/settle_lost_runs'
import { waitingRun } from '#app/jobs/take_run'
import { execute, inTransaction } from '#app/kernel/database/sql'

const LOOK_EVERY_MS = 5_000
/** What is put off because its process is paused: whoever resumes it lets go of it. */
const FAR_OFF_MS = 10 * 365 * 24 * 3_600_000
let looking: NodeJS.Timeout | null = null

/** Starts the workers of this process for these jobs, and its look at the clock. */
export async function startWorkers(definitions: readonly ToldJob[]): Promise<void> {
  const jobs = await queue()
  await knowProcesses(definitions.map((job) => job.queue))
  await pauseAfterRestore(definitions)
  for (const { name } of await jobs.getSchedules()) await jobs.unschedule(name)
  for (const job of definitions) await work(jobs, job)
  await look(definitions)
  looking = setInterval(() => void look(definitions), LOOK_EVERY_MS).unref()
}

/** Ends the look at the clock, and the workers after what they have in hand. */
export async function stopWorkers(): Promise<void> {
  if (looking) clearInterval(looking)
  looking = null
  await stopQueue()
}

async function work(jobs: PgBoss, job: ToldJob): Promise<void> {
  await ensureQueue(jobs, job)
  const options = {
    localConcurrency: job.concurrency,
    pollingIntervalSeconds: 1,
    includeMetadata: true as const,
  }
  await jobs.work(job.queue, options, async (works: JobWithMetadata<Payload<never>>[]) => {
    for (const one of works) {
      if (!one.data.isByHand && (await isPaused(job.queue))) await putOff(job, one.data)
      else await runJob(job, one.data, one.retryCount >= one.retryLimit)
    }
  })
}

let isLooking = false

/** One look at the clock; whoever has the minute sees to what was lost too. A database that is away is asked again later. */
async function look(definitions: readonly ToldJob[]): Promise<void> {
  if (isLooking) return
  isLooking = true
  try {
    if ((await tick(definitions)) !== null) await settleLostRuns(definitions)
  } catch (error) {
    logger.error({ err: error }, 'the clock of the processes could not be read')
  } finally {
    isLooking = false
  }
}

/** A run of a paused process: by the clock it is dropped, anything else waits until the process goes on. */
export async function putOff(job: ToldJob, payload: Payload<never>): Promise<void> {
  await inTransaction(async (trx) => {
    const id = await waitingRun(job, payload.runId, trx)
    if (id === null) return
    if (isSweep(job)) await execute(`delete from job_runs where id = :id`, { id }, trx)
    else await sendRun(job, { ...payload, runId: id }, trx, new Date(Date.now() + FAR_OFF_MS))
  })
}
