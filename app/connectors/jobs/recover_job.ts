import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** Every two minutes: news that had to wait, and connections with errors whose next try is due. */
export const recoverJob: ToldJob<Record<string, never>> = {
  queue: 'connectors.recover',
  about: {
    title: 'Reintentar avisos y conexiones',
    group: 'Sistema',
    changes: 'Aplica los avisos que esperaban y vuelve a probar las conexiones que no respondían.',
    movesMoney: true,
    reachesOutside: true,
  },
  concurrency: 1,
  timeoutSeconds: 900,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/2 * * * *',
  work: async () => {
    const { processOpenEvents } = await import('#app/connectors/webhooks/process_event')
    const { retryConnectors } = await import('#app/connectors/actions/retry_connectors')
    const events = await processOpenEvents()
    const retried = await retryConnectors()
    return {
      message: `${counted(events.read, 'aviso', 'avisos')}, ${counted(retried.tried, 'conexión probada', 'conexiones probadas')}, ${counted(retried.recovered, 'recuperada', 'recuperadas')}, ${events.troubles.length} con error`,
      counters: {
        read: events.read + retried.tried,
        updated: events.processed + retried.recovered,
        errors: events.troubles.length,
      },
    }
  },
}
