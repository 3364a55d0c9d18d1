import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Every five minutes: the accounts whose bank stops taking payments for the day release what is approved (area 28 §5). */
export const cutOffJob: ToldJob<Record<string, never>> = {
  queue: 'payments.cut_off',
  about: {
    title: 'Liberar bolsa de pagos',
    group: 'Pagos',
    changes: 'A la hora de corte de cada banco pone en remesa los pagos aprobados.',
    isCritical: true,
    movesMoney: true,
    reachesOutside: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/5 * * * *',
  work: async () => {
    const { releaseAtCutOff } = await import('#app/payments/release/release_at_cut_off')
    const { accounts, released, heldBack, givenUp } = await releaseAtCutOff(new Date())
    return {
      message: `${counted(accounts, 'cuenta', 'cuentas')}, ${counted(released, 'pago en remesa', 'pagos en remesa')}, ${counted(heldBack, 'retenido', 'retenidos')}, ${counted(givenUp, 'devuelto a borrador', 'devueltos a borrador')}`,
      counters: { updated: released + givenUp, skipped: heldBack, read: accounts },
    }
  },
}
