import { expireEntries } from '#app/blacklist/actions/change_entry'
import type { Job } from '#app/jobs/queue'

/** After midnight: entries whose last day has passed. */
export const expireEntriesJob: Job<Record<string, never>> = {
  queue: 'blacklist.expire',
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '7 0 * * *',
  async work() {
    return { message: `${await expireEntries()} entradas caducadas` }
  },
}
