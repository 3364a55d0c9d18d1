import type { Job } from '#app/jobs/queue'
import { today } from '#app/kernel/calendar_date'
import { contributeReserves } from '#app/providers/actions/contribute_reserves'

/** What is set aside for suppliers each month, on the day agreed with each and until its account can give it. */
export const contributeReservesJob: Job<Record<string, never>> = {
  queue: 'providers.reserves',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 3,
  retryDelaySeconds: 300,
  cron: '20 6 * * *',
  async work() {
    const { contributed, waiting } = await contributeReserves(today())
    return { message: `${contributed} aportaciones, ${waiting} sin saldo` }
  },
}
