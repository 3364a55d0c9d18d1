import type { ToldJob } from '#app/jobs/job'

type EventData = { eventId: number }

/** Acts on what a provider told. What has to wait stays stored and is taken up again by the sweep. */
export const eventJob: ToldJob<EventData> = {
  queue: 'connectors.webhook',
  about: {
    title: 'Procesar avisos de los proveedores',
    group: 'Sistema',
    changes: 'Vuelve a leer en el proveedor aquello de lo que avisa y lo aplica.',
    isCritical: true,
    movesMoney: true,
  },
  concurrency: 2,
  timeoutSeconds: 180,
  retries: 0,
  retryDelaySeconds: 30,
  work: async ({ eventId }) => {
    const { processEvent } = await import('#app/connectors/webhooks/process_event')
    const outcome = await processEvent(eventId)
    return { message: outcome ? OUTCOMES[outcome] : 'Ya estaba hecho' }
  },
}

const OUTCOMES = {
  processed: 'Aplicado',
  ignored: 'No es de interés',
  waiting: 'En espera',
  failed: 'No se ha podido aplicar',
} as const
