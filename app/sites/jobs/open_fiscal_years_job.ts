import type { Job } from '#app/jobs/queue'
import { openDueFiscalYears } from '#app/sites/actions/open_due_fiscal_years'

/** Opens the next fiscal year of every company, so that on its first day there are books to post in. */
export const openFiscalYearsJob: Job<Record<string, never>> = {
  queue: 'sites.open-fiscal-years',
  concurrency: 1,
  timeoutSeconds: 120,
  retries: 2,
  retryDelaySeconds: 60,
  cron: '7 * * * *',
  async work() {
    const opened = await openDueFiscalYears()
    return { message: `${opened} ejercicios abiertos` }
  },
}
