import type { Job } from '#app/jobs/queue'

export const remindClaimantsJob: Job<Record<string, never>> = {
  queue: 'expenses.reminders',
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 1,
  retryDelaySeconds: 300,
  cron: '0 9 * * 1-5',
  work: async () => {
    const { remindClaimants } = await import('#app/expenses/actions/remind_claimants')
    return remindClaimants()
  },
}
