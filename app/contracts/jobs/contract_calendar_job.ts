import { followContractCalendar } from '#app/contracts/actions/follow_calendar'
import type { Job } from '#app/jobs/queue'

/** Every morning at seven: ends, renewals and warnings of contracts (area 07 §6). */
export const contractCalendarJob: Job<Record<string, never>> = {
  queue: 'contracts.calendar',
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '0 7 * * *',
  async work() {
    const { renewed, expired, alerts } = await followContractCalendar()
    return { message: `${renewed} contratos renovados, ${expired} vencidos, ${alerts} avisos` }
  },
}
