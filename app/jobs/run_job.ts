import logger from '@adonisjs/core/services/logger'
import { alertAfter, isSweep, type Job, type JobOutcome, type Progress } from '#app/jobs/job'
import { maskedError } from '#app/jobs/masked_error'
import { noteFailure, noteSuccess } from '#app/jobs/process_state'
import type { Payload } from '#app/jobs/queue'
import { RunCancelled } from '#app/jobs/run_cancelled'
import { type TakenRun, takeRun } from '#app/jobs/take_run'
import { execute, row } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'

/**
 * Works a job that was taken from the queue and keeps how it ended. Throws what it threw, so that the queue tries again. A
 * run that has ended already is not worked again; one that was cut off goes on in a row of its own.
 */
export async function runJob(
  job: Job<never>,
  { runId, data }: Payload<never>,
  isLastTry: boolean
): Promise<void> {
  const run = await takeRun(job, runId)
  if (run === null) return
  let outcome: JobOutcome | undefined
  try {
    outcome = await job.work(data, progressOf(job, run.id))
  } catch (error) {
    if (error instanceof RunCancelled) return keepCancelled(job, run, data)
    return keepFailure(job, run, { data, error, isLastTry })
  }
  await keepOutcome(job, run, outcome)
}

async function keepOutcome(job: Job<never>, run: TakenRun, outcome: JobOutcome | undefined): Promise<void> {
  const isIdle = run.isByClock && run.attempt === 1 && foundNothing(outcome)
  if (isIdle) await execute(`delete from job_runs where id = :id`, { id: run.id })
  else
    await execute(
      `update job_runs set status = :status, finished_at = now(), message = coalesce(:message, message), result_url = :resultUrl,
          counters = :counters::jsonb, error = null where id = :runId`,
      {
        runId: run.id,
        status: outcome?.hasFailed ? 'failed' : outcome?.counters?.errors ? 'warning' : 'succeeded',
        message: outcome?.message ?? null,
        resultUrl: outcome?.resultUrl ?? null,
        counters: outcome?.counters ? JSON.stringify(outcome.counters) : null,
      }
    )
  await noted(job, () =>
    outcome?.hasFailed && isSweep(job)
      ? noteFailure(job, { after: alertAfter(job), message: outcome.message ?? '' })
      : noteSuccess(job, { wasIdle: isIdle })
  )
}

/** What the process has been through goes on record beside the run: what it did stands, whatever becomes of that. */
async function noted(job: Job<never>, note: () => Promise<void>): Promise<void> {
  try {
    await note()
  } catch (error) {
    logger.error({ err: error, queue: job.queue }, 'the state of a process could not be noted')
  }
}

const foundNothing = (outcome: JobOutcome | undefined): boolean => {
  if (outcome === undefined) return true
  const { counters, hasFailed } = outcome
  return !hasFailed && counters !== undefined && !counters.created && !counters.updated && !counters.errors
}

type Failed = { data: never; error: unknown; isLastTry: boolean }

async function keepFailure(
  job: Job<never>,
  run: TakenRun,
  { data, error, isLastTry }: Failed
): Promise<never> {
  const reason = toldReason(error, run.id)
  // The document first: whoever is told that the run failed finds it in its last state.
  const gaveUp = isLastTry ? await giveUp(job, data, reason) : null
  await execute(
    `update job_runs set status = :status, finished_at = case when :last then now() end, message = :reason, error = :error where id = :runId`,
    {
      runId: run.id,
      status: isLastTry ? 'failed' : 'queued',
      last: isLastTry,
      reason: reason.slice(0, 500),
      error: isDomainError(error) ? null : maskedError(error),
    }
  )
  // What a person's document is refused for is no failure of the process.
  if (isLastTry && (isSweep(job) || !isDomainError(error)))
    await noted(job, () => noteFailure(job, { after: alertAfter(job), message: reason }))
  throw gaveUp ?? error
}

async function keepCancelled(job: Job<never>, run: TakenRun, data: never): Promise<void> {
  const reason = 'Cancelado.'
  const trouble = await giveUp(job, data, reason)
  if (trouble) logger.error({ err: trouble, runId: run.id }, 'a cancelled job could not be given up')
  await execute(
    `update job_runs set status = 'cancelled', finished_at = now(), message = :reason where id = :id`,
    { id: run.id, reason }
  )
}

/** What people are told: the words of a refusal; of anything else its reference, under which the log has it in full. */
function toldReason(error: unknown, runId: number): string {
  if (isDomainError(error)) return error.message
  const reference = `T-${runId}`
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

function progressOf(job: Job<never>, runId: number): Progress {
  let last = 0
  return async (done, total, message) => {
    const now = Date.now()
    if (now - last < PROGRESS_EVERY_MS && done !== total) return
    last = now
    const run = await row<{ isUnwanted: boolean }>(
      `update job_runs set done_count = :done, total_count = :total, message = coalesce(:message, message) where id = :runId
        returning cancel_requested_at is not null as is_unwanted`,
      { runId, done, total, message: message ?? null }
    )
    if (run?.isUnwanted && job.about?.isCancellable) throw new RunCancelled()
  }
}
