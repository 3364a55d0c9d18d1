import type { Job } from '#app/jobs/queue'
import { today } from '#app/kernel/calendar_date'
import { mailWaiting } from '#app/reports/actions/mail_waiting'

/** What waits for each approver, by e-mail on working days at eight. */
export const mailWaitingJob: Job<Record<string, never>> = {
  queue: 'reports.waiting',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 3,
  retryDelaySeconds: 300,
  cron: '0 8 * * 1-5',
  async work() {
    const mailed = await mailWaiting(today())
    return { message: `${mailed} avisos enviados` }
  },
}
