import type { Job } from '#app/jobs/job'
import { addRun } from '#app/jobs/queue'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'

/** A run that a worker has begun. `isByClock` for one that nobody asked for. */
export type TakenRun = { id: number; attempt: number; isByClock: boolean }

type Found = {
  id: number
  title: string
  status: string
  userId: number | null
  objectType: string | null
  objectId: number | null
  siteId: number | null
}

export const INTERRUPTED = 'Interrumpido: el proceso que lo hacía se detuvo.'

/** Begins the run of a job that was taken from the queue; null when there is nothing left to do. */
export function takeRun(job: Job<never>, runId: number | null): Promise<TakenRun | null> {
  return inTransaction(async (trx) => {
    const waiting = await waitingRun(job, runId, trx)
    return waiting === null ? null : begin(waiting, trx)
  })
}

/**
 * The run that a job of the queue is to work, locked. One that is under way was cut off with its worker: it stays as
 * interrupted, and the work goes on in a run of its own. Null when there is nothing to do: the run has ended, or is
 * another's meanwhile.
 */
export async function waitingRun(
  job: Pick<Job<never>, 'queue' | 'cron'>,
  runId: number | null,
  trx: Transaction
): Promise<number | null> {
  const found = runId === null ? null : await lockRun(runId, trx)
  if (found?.status === 'queued') return found.id
  if (found?.status === 'running') return goOn(job, found, trx)
  if (found?.status === 'failed' && found.isInterrupted) return goOn(job, found, trx)
  return null
}

const lockRun = (runId: number, trx: Transaction) =>
  row<Found & { isInterrupted: boolean }>(
    `select id, title, status, user_id, object_type, object_id, site_id, is_interrupted from job_runs where id = :runId for update`,
    { runId },
    trx
  )

/** The run that takes the place of one that was cut off; what a person repeats by hand meanwhile is another job of the queue. */
async function goOn(
  job: Pick<Job<never>, 'queue' | 'cron'>,
  cutOff: Found,
  trx: Transaction
): Promise<number | null> {
  const later = await row<{ id: number; status: string; isInterrupted: boolean }>(
    `select id, status, is_interrupted from job_runs where retry_of = :id and job_id is not distinct from (select job_id from job_runs where id = :id)
      order by id desc limit 1 for update`,
    { id: cutOff.id },
    trx
  )
  // Cut off once more: the row that went on is the one that was lost.
  if (later?.status === 'running') await interrupt(later.id, trx)
  else if (later?.status === 'queued') return later.id
  else if (later && !later.isInterrupted) return null
  await interrupt(cutOff.id, trx)
  const { title, userId, objectType, objectId, siteId } = cutOff
  const id = await addRun(
    job,
    {
      title,
      userId,
      siteId,
      ...(objectType === null ? {} : { objectType }),
      ...(objectId === null ? {} : { objectId }),
      trigger: 'retry',
      retryOf: cutOff.id,
    },
    trx
  )
  if (id === null) return null
  await execute(
    `update job_runs set job_id = (select job_id from job_runs where id = :cutOffId) where id = :id`,
    { id, cutOffId: cutOff.id },
    trx
  )
  return id
}

const interrupt = (id: number, trx: Transaction) =>
  execute(
    `update job_runs set status = 'failed', is_interrupted = true, finished_at = coalesce(finished_at, now()), message = :reason where id = :id`,
    { id, reason: INTERRUPTED },
    trx
  )

const begin = (id: number, trx: Transaction) =>
  row<TakenRun>(
    `update job_runs set status = 'running', started_at = now(), attempt = attempt + 1 where id = :id
      returning id, attempt, trigger in ('schedule', 'catch_up') as is_by_clock`,
    { id },
    trx
  )
