import type { Job } from '#app/jobs/queue'
import { remindDeadlines } from '#app/legal/actions/remind_deadlines'

/** Every morning at seven: reminders of legal terms (area 30, rule 1). */
export const legalDeadlinesJob: Job<Record<string, never>> = {
  queue: 'legal.deadlines',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '0 7 * * *',
  async work() {
    return { message: `${await remindDeadlines()} plazos avisados` }
  },
}
