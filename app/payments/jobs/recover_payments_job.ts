import type { Job } from '#app/jobs/queue'

/** Every two minutes, and so within two minutes of a start: what a crash or a silent bank left behind (area 28 §8). */
export const recoverPaymentsJob: Job<Record<string, never>> = {
  queue: 'payments.recover',
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/2 * * * *',
  work: async () => {
    const { recoverPayments } = await import('#app/payments/actions/recover_payments')
    const { lost, resolved, submitted, polled, notified, troubles } = await recoverPayments()
    const { watchOutages } = await import('#app/payments/actions/watch_outages')
    const outages = await watchOutages()
    return {
      message: `${lost} interrumpidos, ${resolved} consultados, ${submitted} remesas, ${polled} seguidos, ${notified} avisos, ${troubles.length} con error, ${outages} bancos sin respuesta`,
    }
  },
}
