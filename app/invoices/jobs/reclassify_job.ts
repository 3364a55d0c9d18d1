import { reclassifyHistory } from '#app/invoices/editing/reclassify_history'
import type { ToldJob } from '#app/jobs/job'
import { enqueue } from '#app/jobs/queue'
import { inTransaction } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'

type Data = { siteIds: number[] | 'all'; userId: number }

/** On request: what is not yet booked is classified again. Running it twice changes nothing more. */
export const reclassifyJob: ToldJob<Data> = {
  queue: 'invoices.reclassify',
  about: {
    title: 'Reclasificar facturas',
    group: 'Facturas',
    changes: 'Vuelve a clasificar las líneas que aún no están contabilizadas.',
    isCancellable: true,
    isRepeatable: true,
  },
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
      message: `${counted(lines, 'línea', 'líneas')} de ${counted(invoices, 'factura', 'facturas')}: clasificación cambiada`,
      resultUrl: '/profile-manager',
      counters: { updated: invoices },
    }
  },
}

/** Puts it in the queue, for the companies of who asks. */
export async function requestReclassification(data: Data): Promise<void> {
  await inTransaction((trx) =>
    enqueue(reclassifyJob, data, { title: 'Reclasificar histórico', userId: data.userId }, trx)
  )
}
