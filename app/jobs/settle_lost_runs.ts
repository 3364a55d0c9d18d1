import logger from '@adonisjs/core/services/logger'
import { alertAfter, type Job } from '#app/jobs/job'
import { noteFailure } from '#app/jobs/process_state'
import { SCHEMA } from '#app/jobs/queue'
import { INTERRUPTED } from '#app/jobs/take_run'
import { execute, rows } from '#app/kernel/database/sql'

type Lost = { id: number; queue: string; data: never | null; isTriedAgain: boolean }

const BATCH = 100

/**
 * Marks as interrupted what the queue has given up without its worker saying so (killed, out of time once too often), and
 * what it does not know any more: else it would look under way for ever and keep its process from running. The document is
 * given up first, as by the worker itself; one that the queue tries again goes on in a run of its own. Gives how many there were.
 */
export async function settleLostRuns(definitions: readonly Job<never>[]): Promise<number> {
  const lost = await rows<Lost>(
    `select r.id, r.queue, j.data -> 'data' as data, coalesce(j.state = 'retry', false) as is_tried_again from job_runs r left join ${SCHEMA}.job j on j.id = r.job_id and j.name = r.queue
      where r.status in ('queued', 'running') and r.job_id is not null
        and (j.state in ('failed', 'cancelled') or r.status = 'running' and j.state = 'retry'
          or j.state = 'completed' and j.completed_on < now() - interval '5 minutes' or j.id is null and r.created_at < now() - interval '1 hour')
      order by r.id limit ${BATCH}`
  )
  for (const { id, queue, data, isTriedAgain } of lost) {
    const job = definitions.find((one) => one.queue === queue)
    try {
      if (data !== null && !isTriedAgain) await job?.giveUp?.(data, INTERRUPTED)
    } catch (error) {
      // One that cannot be given up, its document gone for example, does not hold up those behind it.
      logger.error({ err: error, queue, runId: id }, 'lost job could not be given up')
    }
    await execute(
      `update job_runs set status = 'failed', is_interrupted = true, finished_at = now(), message = :reason where id = :id and status in ('queued', 'running')`,
      { id, reason: INTERRUPTED }
    )
    if (job && !isTriedAgain) await noteFailure(job, { after: alertAfter(job), message: INTERRUPTED })
  }
  return lost.length
}
