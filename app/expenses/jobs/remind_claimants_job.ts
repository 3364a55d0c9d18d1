import type { ToldJob } from '#app/jobs/job'

export const remindClaimantsJob: ToldJob<Record<string, never>> = {
  queue: 'expenses.reminders',
  about: {
    title: 'Recordatorios de notas de gastos',
    group: 'Avisos',
    changes: 'Recuerda por correo las notas de gastos a las que les falta algo.',
    reachesOutside: true,
  },
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
