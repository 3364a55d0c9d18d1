import type { ToldJob } from '#app/jobs/job'
import { enqueue } from '#app/jobs/queue'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'

type SubmitBatchData = { batchId: number }

/** Sends a batch by network. A retry is safe: each order is asked once, under its own key. */
export const submitBatchJob: ToldJob<SubmitBatchData> = {
  queue: 'payments.submit',
  about: {
    title: 'Enviar remesas',
    group: 'Pagos',
    changes: 'Envía al banco las remesas que van por red.',
    isCritical: true,
    movesMoney: true,
    reachesOutside: true,
  },
  concurrency: 2,
  timeoutSeconds: 1800,
  retries: 3,
  retryDelaySeconds: 30,
  work: async ({ batchId }, progress) => {
    const { submitBatch } = await import('#app/payments/bank/submit_batch')
    const { taken, refused, unknown, later, authorise } = await submitBatch(batchId, progress)
    return {
      message: `${counted(taken, 'admitido', 'admitidos')}, ${counted(refused, 'rechazado', 'rechazados')}, ${unknown} sin confirmar, ${authorise} por autorizar, ${later} en espera`,
      resultUrl: `/payment-batches/${batchId}`,
      counters: { updated: taken + refused, skipped: later + unknown + authorise },
    }
  },
}

/** Puts the sending of a batch in the queue, in the transaction that makes the batch. */
export async function enqueueSubmission(batchId: number, trx: Transaction): Promise<void> {
  const { number, siteId, createdBy } = await oneRow<{
    number: string
    siteId: number
    createdBy: number | null
  }>(`select number, site_id, created_by from payment_batches where id = :batchId`, { batchId }, trx)
  const about = {
    title: `Envío de la remesa ${number}`,
    userId: createdBy,
    objectType: 'payment_batch',
    objectId: batchId,
    siteId,
  }
  await enqueue(submitBatchJob, { batchId }, about, trx)
}
