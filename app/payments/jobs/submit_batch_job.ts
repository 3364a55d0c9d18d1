import { enqueue, type Job } from '#app/jobs/queue'
import { oneRow, type Transaction } from '#app/kernel/sql'

type SubmitBatchData = { batchId: number }

/** Sends a batch by network. A retry is safe: each order is asked once, under its own key. */
export const submitBatchJob: Job<SubmitBatchData> = {
  queue: 'payments.submit',
  concurrency: 2,
  timeoutSeconds: 1800,
  retries: 3,
  retryDelaySeconds: 30,
  work: async ({ batchId }, progress) => {
    const { submitBatch } = await import('#app/payments/actions/submit_batch')
    const { taken, refused, unknown, later } = await submitBatch(batchId, progress)
    return {
      message: `${taken} admitidos, ${refused} rechazados, ${unknown} sin confirmar, ${later} en espera`,
      resultUrl: `/payment-batches/${batchId}`,
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
