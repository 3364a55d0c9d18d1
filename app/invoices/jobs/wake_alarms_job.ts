import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { today } from '#app/kernel/time/calendar_date'

/** Every night, before anybody works: alarms that were put off until today are open again. */
export const wakeAlarmsJob: ToldJob<Record<string, never>> = {
  queue: 'invoices.wake_alarms',
  about: {
    title: 'Reabrir alarmas aplazadas',
    group: 'Facturas',
    changes: 'Abre de nuevo las alarmas que se aplazaron hasta hoy.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '15 0 * * *',
  work: async () => {
    const { wakeAlarms } = await import('#app/invoices/auditing/audit_open_invoices')
    const updated = await wakeAlarms(today())
    return {
      message: `Alarmas reabiertas en ${counted(updated, 'factura', 'facturas')}`,
      counters: { updated },
    }
  },
}
