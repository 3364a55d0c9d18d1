import type { Job } from '#app/jobs/queue'
import { today } from '#app/kernel/calendar_date'

/** Every morning: what falls due soon of the recurring payments gets its draft order (area 28 §10). */
export const recurrentPaymentsJob: Job<Record<string, never>> = {
  queue: 'payments.recurrents',
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 2,
  retryDelaySeconds: 600,
  cron: '10 6 * * *',
  work: async () => {
    const { orderOccurrences } = await import('#app/payments/actions/order_occurrences')
    const { planned, ordered, problems } = await orderOccurrences(today())
    return { message: `${planned} vencimientos, ${ordered} pagos en borrador, ${problems} con problema` }
  },
}
