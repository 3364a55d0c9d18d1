import type { Job } from '#app/jobs/queue'
import { letterSettled } from '#app/payments/actions/letter_settled'

/** Does its work in the first night after it came, and nothing in those that follow. */
export const letterSettledJob: Job<Record<string, never>> = {
  queue: 'payments.letter-settled',
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 1,
  retryDelaySeconds: 300,
  cron: '40 3 * * *',
  async work() {
    await letterSettled()
    return undefined
  },
}
