import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Each morning. */
export const consentWarningsJob: ToldJob<Record<string, never>> = {
  queue: 'connectors.consents',
  about: {
    title: 'Avisar de autorizaciones que caducan',
    group: 'Avisos',
    changes:
      'Escribe a quien puede renovar la autorización de una conexión, 14, 7, 3 y 1 días antes de que caduque.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 1,
  retryDelaySeconds: 60,
  cron: '20 8 * * *',
  work: async () => {
    const { warnOfConsents } = await import('#app/connectors/actions/warn_of_consents')
    const warned = await warnOfConsents(new Date())
    return {
      message: counted(warned, 'conexión avisada', 'conexiones avisadas'),
      counters: { created: warned, updated: 0, errors: 0 },
    }
  },
}
