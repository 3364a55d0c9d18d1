import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'

/** Every night, before anybody works: guarantees that were retained until today may be paid. */
export const releaseRetentionsJob: ToldJob<Record<string, never>> = {
  queue: 'invoices.release_retentions',
  about: {
    title: 'Liberar retenciones de garantía',
    group: 'Facturas',
    changes: 'Deja pagar las garantías cuyo plazo ha terminado.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '20 0 * * *',
  work: async () => {
    const { releaseDueRetentions } = await import('#app/invoices/booking/release_due_retentions')
    const updated = await releaseDueRetentions(today())
    return {
      message: `Retenciones liberadas en ${counted(updated, 'factura', 'facturas')}`,
      counters: { updated },
    }
  },
}
