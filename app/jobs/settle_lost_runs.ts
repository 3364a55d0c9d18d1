import logger from '@adonisjs/core/services/logger'
import { type Job, SCHEMA } from '#app/jobs/queue'
import { execute, rows } from '#app/kernel/sql'

type Lost = { id: number; queue: string; data: never }

const BATCH = 100
const REASON = 'El proceso que la hacía se interrumpió.'

/**
 * Marks as failed what the queue has given up without its worker saying so (killed, out of time once too often): else
 * it would look under way for ever. The document is given up first, as by the worker itself.
 */
export async function settleLostRuns(definitions: Job<never>[]): Promise<{ message: string }> {
  const lost = await rows<Lost>(
    `select r.id, r.queue, j.data -> 'data' as data from job_runs r join ${SCHEMA}.job j on j.id = r.job_id and j.name = r.queue
      where r.status in ('queued', 'running') and j.state in ('failed', 'cancelled') order by r.id limit ${BATCH}`
  )
  for (const { id, queue, data } of lost) {
    try {
      await definitions.find((job) => job.queue === queue)?.giveUp?.(data, REASON)
    } catch (error) {
      // One that cannot be given up, its document gone for example, does not hold up those behind it.
      logger.error({ err: error, queue, runId: id }, 'lost job could not be given up')
    }
    await execute(
      `update job_runs set status = 'failed', finished_at = now(), message = :reason where id = :id and status in ('queued', 'running')`,
      { id, reason: REASON }
    )
  }
  return { message: `${lost.length} tareas interrumpidas` }
}
