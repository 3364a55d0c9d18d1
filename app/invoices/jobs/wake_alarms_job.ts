import type { Job } from '#app/jobs/queue'
import { today } from '#app/kernel/calendar_date'

/** Every night, before anybody works: alarms that were put off until today are open again. */
export const wakeAlarmsJob: Job<Record<string, never>> = {
  queue: 'invoices.wake_alarms',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '15 0 * * *',
  work: async () => {
    const { wakeAlarms } = await import('#app/invoices/actions/audit_open_invoices')
    const invoices = await wakeAlarms(today())
    return { message: `Alarmas reabiertas en ${invoices} facturas` }
  },
}
