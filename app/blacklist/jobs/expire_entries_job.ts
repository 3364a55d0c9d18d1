import { expireEntries } from '#app/blacklist/actions/change_entry'
import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** After midnight: entries whose last day has passed. */
export const expireEntriesJob: ToldJob<Record<string, never>> = {
  queue: 'blacklist.expire',
  about: {
    title: 'Caducidad de la lista negra',
    group: 'Pagos',
    changes: 'Retira de la lista negra las entradas cuyo último día ha pasado.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '7 0 * * *',
  async work() {
    const updated = await expireEntries()
    return { message: counted(updated, 'entrada caducada', 'entradas caducadas'), counters: { updated } }
  },
}
