import { type Actor, recordEvent } from '#app/audit/record_event'
import { isSweep, type ToldJob } from '#app/jobs/job'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockProcess } from '#app/processes/queries/find_process'
import { lockRun } from '#app/processes/queries/find_run'

/**
 * Ends a run: one that waits at once, one that works between two of its steps where it can. What waits about a document is
 * not ended from here, because the document waits for it. Throws E_CANCEL.
 */
export function cancelRun(job: ToldJob, runId: number, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const process = await lockProcess(job.queue, trx)
    const run = await lockRun({ key: job.queue, runId }, trx)
    if (run.status === 'queued' && isSweep(job))
      await execute(
        `update job_runs set status = 'cancelled', finished_at = now(), message = 'Cancelado antes de empezar.', cancelled_by = :userId, cancel_requested_at = now() where id = :runId`,
        { runId, userId: actor.userId },
        trx
      )
    else if ((run.status === 'running' || run.status === 'queued') && job.about.isCancellable)
      await execute(
        `update job_runs set cancel_requested_at = now(), cancelled_by = :userId where id = :runId`,
        { runId, userId: actor.userId },
        trx
      )
    else throw new DomainError('E_CANCEL', 'Esta ejecución ya no se puede cancelar.')
    await recordEvent(
      {
        actor,
        objectType: 'automatic_process',
        objectId: process.id,
        event: 'automatic_process.cancelled',
        siteId: run.siteId,
        from: run.status,
        to: 'cancelled',
        reason: `${job.queue} ${runId}`,
      },
      trx
    )
  })
}
