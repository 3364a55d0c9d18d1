import type { ToldJob } from '#app/jobs/job'
import { oneRow } from '#app/kernel/database/sql'

/** Every Sunday: the months of the invoice log are open a year ahead. */
export const openLogMonthsJob: ToldJob<Record<string, never>> = {
  queue: 'invoices.open_log_months',
  about: {
    title: 'Abrir meses del registro de facturas',
    group: 'Facturas',
    changes: 'Prepara los meses del registro de acciones con un año de adelanto.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '40 3 * * 0',
  work: async () => {
    const { opened } = await oneRow<{ opened: number }>(
      `select open_invoice_log_months(current_date, (current_date + interval '12 months')::date) as opened`
    )
    return { message: `Meses del registro abiertos: ${opened}`, counters: { created: opened } }
  },
}
