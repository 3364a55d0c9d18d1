import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'
import { openDueFiscalYears } from '#app/sites/actions/open_due_fiscal_years'

/** Opens the next fiscal year of every company, so that on its first day there are books to post in. */
export const openFiscalYearsJob: ToldJob<Record<string, never>> = {
  queue: 'sites.open-fiscal-years',
  about: {
    title: 'Abrir ejercicios',
    group: 'Contabilidad',
    changes: 'Abre el siguiente ejercicio de cada empresa antes de que empiece.',
    isCritical: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 120,
  retries: 2,
  retryDelaySeconds: 60,
  cron: '7 * * * *',
  async work() {
    const created = await openDueFiscalYears()
    return { message: counted(created, 'ejercicio abierto', 'ejercicios abiertos'), counters: { created } }
  },
}
