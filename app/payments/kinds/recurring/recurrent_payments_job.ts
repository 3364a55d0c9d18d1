import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'

/** Every morning: what falls due soon of the recurring payments gets its draft order (area 28 §10). */
export const recurrentPaymentsJob: ToldJob<Record<string, never>> = {
  queue: 'payments.recurrents',
  about: {
    title: 'Generar pagos recurrentes',
    group: 'Pagos',
    changes: 'Prepara en borrador los pagos recurrentes que vencen pronto.',
    movesMoney: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 600,
  cron: '10 6 * * *',
  work: async () => {
    const { orderOccurrences } = await import('#app/payments/kinds/recurring/order_occurrences')
    const { planned, ordered, problems } = await orderOccurrences(today())
    return {
      message: `${counted(planned, 'vencimiento', 'vencimientos')}, ${counted(ordered, 'pago en borrador', 'pagos en borrador')}, ${problems} con problema`,
      counters: { created: planned + ordered, errors: problems },
    }
  },
}
