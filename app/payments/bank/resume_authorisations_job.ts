import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Every minute: what somebody has to authorise at a provider is taken up again. With nothing waiting it is one question. */
export const resumeAuthorisationsJob: ToldJob<Record<string, never>> = {
  queue: 'payments.authorise',
  about: {
    title: 'Seguir las autorizaciones de pagos',
    group: 'Pagos',
    changes:
      'Envía lo que alguien ha autorizado en el proveedor y deja aprobado lo que nadie autorizó a tiempo.',
    isCritical: true,
    movesMoney: true,
    reachesOutside: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '* * * * *',
  work: async () => {
    const { resumeAuthorisations } = await import('#app/payments/bank/resume_authorisations')
    const { asked, waiting, troubles } = await resumeAuthorisations()
    return {
      message: `${counted(waiting, 'pago por autorizar', 'pagos por autorizar')}, ${counted(asked, 'consulta', 'consultas')}, ${troubles.length} con error`,
      counters: { read: waiting, updated: asked, errors: troubles.length },
    }
  },
}
