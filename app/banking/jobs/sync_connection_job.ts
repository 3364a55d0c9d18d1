import type { Reach } from '#app/banking/sync/sync_connector'
import type { ToldJob } from '#app/jobs/job'

export type SyncConnectionData = { connectorId: number; reach: Reach; userId: number | null }

/** One connection: none waits for another, and one that cannot be read stops no other. */
export const syncConnectionJob: ToldJob<SyncConnectionData> = {
  queue: 'banking.sync-connection',
  about: {
    title: 'Sincronizar una conexión bancaria',
    group: 'Contabilidad',
    changes: 'Lee saldos y movimientos de una conexión, y los lleva a los extractos de sus cuentas.',
    isRepeatable: true,
  },
  concurrency: 4,
  timeoutSeconds: 1800,
  retries: 0,
  retryDelaySeconds: 60,
  async work(data, progress) {
    const { workSync } = await import('#app/banking/jobs/work_sync')
    return workSync(data, progress)
  },
}
