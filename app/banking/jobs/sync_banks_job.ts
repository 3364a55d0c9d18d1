import { queueSyncs } from '#app/banking/actions/queue_syncs'
import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

type None = Record<string, never>

const outcome = (queued: number) => ({
  message: counted(queued, 'conexión por sincronizar', 'conexiones por sincronizar'),
  counters: { read: queued },
})

/** Every quarter of an hour: what came up since the last reading. */
export const syncBanksJob: ToldJob<None> = {
  queue: 'banking.sync',
  about: {
    title: 'Sincronizar las conexiones bancarias',
    group: 'Contabilidad',
    changes: 'Pide a cada conexión activa sus saldos y sus movimientos nuevos.',
    reachesOutside: true,
  },
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 1,
  retryDelaySeconds: 30,
  cron: '*/15 * * * *',
  work: async () => outcome(await queueSyncs('recent')),
}

/** At night: the last 35 days once more, for what services changed or told late, and whom they can pay. */
export const rereadBanksJob: ToldJob<None> = {
  queue: 'banking.sync-month',
  about: {
    title: 'Releer los últimos 35 días de las conexiones bancarias',
    group: 'Contabilidad',
    changes: 'Relee movimientos y beneficiarios de cada conexión y anula lo pendiente que ha desaparecido.',
    reachesOutside: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 1,
  retryDelaySeconds: 300,
  cron: '40 3 * * *',
  work: async () => outcome(await queueSyncs('month')),
}
