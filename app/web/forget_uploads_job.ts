import { sweepIncoming } from '#app/files/incoming'
import { forgetUploads } from '#app/files/uploads'
import type { Job } from '#app/jobs/queue'

/** No request lasts so long. */
const INCOMING_HOURS = 24

/** Each night: files that were uploaded to be looked at and that nobody took on. */
export const forgetUploadsJob: Job<Record<string, never>> = {
  queue: 'files.forget-uploads',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '20 3 * * *',
  async work() {
    await sweepIncoming(INCOMING_HOURS)
    return { message: `${await forgetUploads()} ficheros retirados` }
  },
}
