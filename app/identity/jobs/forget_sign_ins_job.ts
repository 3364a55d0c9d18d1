import { forgetSignIns } from '#app/identity/actions/forget_sign_ins'
import type { Job } from '#app/jobs/queue'

/** Each night: who signed in from where, two years ago. */
export const forgetSignInsJob: Job<Record<string, never>> = {
  queue: 'identity.forget-sign-ins',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '50 3 * * *',
  async work() {
    return { message: `${await forgetSignIns()} accesos retirados` }
  },
}
