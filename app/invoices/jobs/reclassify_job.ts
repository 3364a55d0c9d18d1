import { reclassifyHistory } from '#app/invoices/actions/reclassify_history'
import { enqueue, type Job } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/sql'

type Data = { siteIds: number[] | 'all'; userId: number }

/** On request: what is not yet booked is classified again. Running it twice changes nothing more. */
export const reclassifyJob: Job<Data> = {
  queue: 'invoices.reclassify',
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 2,
  retryDelaySeconds: 30,
  async work({ siteIds, userId }, progress) {
    const { invoices, lines } = await reclassifyHistory(
      { siteIds, actor: { userId, kind: 'user' } },
      progress
    )
    return {
      message: `${lines} líneas de ${invoices} facturas han cambiado de clasificación`,
      resultUrl: '/profile-manager',
    }
  },
}

/** Puts it in the queue, for the companies of who asks. */
export async function requestReclassification(data: Data): Promise<void> {
  await inTransaction((trx) =>
    enqueue(reclassifyJob, data, { title: 'Reclasificar histórico', userId: data.userId }, trx)
  )
}
