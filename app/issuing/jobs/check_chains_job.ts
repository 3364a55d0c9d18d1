import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** At night: every chain of billing records is gone over, as the system has to (RD 1007/2023, art. 8). */
export const checkChainsJob: ToldJob<Record<string, never>> = {
  queue: 'issuing.check-chains',
  about: {
    title: 'Comprobar las cadenas de registros de facturación',
    group: 'Facturas',
    changes:
      'Comprueba huellas y encadenamiento, y anota la comprobación y cada anomalía en el registro de eventos.',
    isCritical: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 1,
  retryDelaySeconds: 300,
  cron: '20 4 * * *',
  work: async () => {
    const { checkChains } = await import('#app/issuing/events/check_chains')
    const { companies, records, anomalies } = await checkChains()
    return {
      message: `${counted(records, 'registro comprobado', 'registros comprobados')} de ${counted(companies, 'empresa', 'empresas')}, ${counted(anomalies, 'anomalía', 'anomalías')}`,
      counters: { read: records, errors: anomalies },
      ...(anomalies > 0 ? { hasFailed: true as const } : {}),
    }
  },
}
