import type { Job } from '#app/jobs/queue'

/** Every five minutes: the accounts whose bank stops taking payments for the day release what is approved (area 28 §5). */
export const cutOffJob: Job<Record<string, never>> = {
  queue: 'payments.cut_off',
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/5 * * * *',
  work: async () => {
    const { releaseAtCutOff } = await import('#app/payments/actions/release_at_cut_off')
    const { accounts, released, heldBack, givenUp } = await releaseAtCutOff(new Date())
    return {
      message: `${accounts} cuentas, ${released} pagos en remesa, ${heldBack} retenidos, ${givenUp} devueltos a borrador`,
    }
  },
}
