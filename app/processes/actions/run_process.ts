import { type Actor, recordEvent } from '#app/audit/record_event'
import { isSweep, type Job, type ToldJob } from '#app/jobs/job'
import { addRun, sendRun } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockProcess } from '#app/processes/queries/find_process'

/**
 * Starts a process now, also a paused one. Gives the id of its run. Throws E_ON_DEMAND for one that only works what happens,
 * and E_UNDER_WAY while it waits or runs already.
 */
export function runProcess(job: ToldJob, actor: Actor): Promise<number> {
  if (!isSweep(job))
    throw new DomainError('E_ON_DEMAND', 'Este proceso se ejecuta solo cuando hay algo que hacer.')
  return inTransaction(async (trx) => {
    const process = await lockProcess(job.queue, trx)
    const runId = await addRun(job, { title: job.about.title, userId: actor.userId, trigger: 'manual' }, trx)
    if (runId === null) throw new DomainError('E_UNDER_WAY', 'El proceso ya está en ejecución.')
    await sendRun(job as Job<object>, { runId, data: {}, isByHand: true }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'automatic_process',
        objectId: process.id,
        event: 'automatic_process.run',
        reason: job.queue,
      },
      trx
    )
    return runId
  })
}
