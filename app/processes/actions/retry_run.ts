import { type Actor, recordEvent } from '#app/audit/record_event'
import { isSweep, type Job, type ToldJob } from '#app/jobs/job'
import { addRun, SCHEMA, sendRun } from '#app/jobs/queue'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockProcess } from '#app/processes/queries/find_process'
import { lockRun } from '#app/processes/queries/find_run'

/**
 * Does a run again that failed, with the same data. Gives the id of the new run. Throws E_RETRY when it did not fail or cannot be
 * repeated, and E_UNDER_WAY while its process runs.
 */
export function retryRun(job: ToldJob, runId: number, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const process = await lockProcess(job.queue, trx)
    const run = await lockRun({ key: job.queue, runId }, trx)
    if (run.status !== 'failed' && run.status !== 'cancelled')
      throw new DomainError('E_RETRY', 'Solo se repite una ejecución que no terminó bien.')
    const data = isSweep(job) ? {} : await dataOf(job, runId, trx)
    const newId = await addRun(
      job,
      {
        title: run.title,
        userId: actor.userId,
        siteId: run.siteId,
        ...(run.objectType === null ? {} : { objectType: run.objectType }),
        ...(run.objectId === null ? {} : { objectId: run.objectId }),
        trigger: 'retry',
        retryOf: runId,
      },
      trx
    )
    if (newId === null) throw new DomainError('E_UNDER_WAY', 'El proceso ya está en ejecución.')
    await sendRun(job as Job<object>, { runId: newId, data, isByHand: true }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'automatic_process',
        objectId: process.id,
        event: 'automatic_process.retried',
        siteId: run.siteId,
        reason: `${job.queue} ${runId}`,
      },
      trx
    )
    return newId
  })
}

/** What the run was about; the queue forgets it after a while. */
async function dataOf({ queue, about }: ToldJob, runId: number, trx: Transaction): Promise<object> {
  if (!about.isRepeatable)
    throw new DomainError('E_RETRY', 'Este proceso no se repite desde aquí: hágalo en su propia página.')
  const found = await row<{ data: object }>(
    `select j.data -> 'data' as data from job_runs r join ${SCHEMA}.job j on j.id = r.job_id and j.name = r.queue
      where r.id = :runId and r.queue = :queue`,
    { runId, queue },
    trx
  )
  if (!found) throw new DomainError('E_RETRY', 'Ya no se guarda con qué se ejecutó: no se puede repetir.')
  return found.data
}
