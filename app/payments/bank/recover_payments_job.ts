import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Every two minutes, and so within two minutes of a start: what a crash or a silent bank left behind (area 28 §8). */
export const recoverPaymentsJob: ToldJob<Record<string, never>> = {
  queue: 'payments.recover',
  about: {
    title: 'Recuperar envíos sin confirmar',
    group: 'Pagos',
    changes: 'Pregunta al banco por los envíos sin respuesta y sigue los enviados.',
    isCritical: true,
    movesMoney: true,
    reachesOutside: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/2 * * * *',
  work: async () => {
    const { recoverPayments } = await import('#app/payments/bank/recover_payments')
    const { lost, resolved, submitted, polled, notified, troubles } = await recoverPayments()
    const { watchOutages } = await import('#app/payments/bank/watch_outages')
    const outages = await watchOutages()
    return {
      message: `${counted(lost, 'interrumpido', 'interrumpidos')}, ${counted(resolved, 'consultado', 'consultados')}, ${counted(submitted, 'remesa', 'remesas')}, ${counted(polled, 'seguido', 'seguidos')}, ${counted(notified, 'aviso', 'avisos')}, ${troubles.length} con error, ${counted(outages, 'banco sin respuesta', 'bancos sin respuesta')}`,
      counters: {
        read: resolved + polled,
        updated: lost + submitted + notified + outages,
        errors: troubles.length,
      },
    }
  },
}
