import { sweepIncoming } from '#app/files/incoming'
import { forgetImports } from '#app/imports/actions/forget_imports'
import type { ToldJob } from '#app/jobs/job'
import { counted } from '#app/kernel/text/counted'

/** No request lasts so long. */
const INCOMING_HOURS = 24

/** Each night: files that were uploaded to be looked at and that nobody took on. */
export const forgetUploadsJob: ToldJob<Record<string, never>> = {
  queue: 'files.forget-uploads',
  about: {
    title: 'Olvidar ficheros sin usar',
    group: 'Sistema',
    changes: 'Borra los ficheros subidos para mirarlos que nadie llegó a usar en un día.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 2,
  retryDelaySeconds: 300,
  cron: '20 3 * * *',
  async work() {
    await sweepIncoming(INCOMING_HOURS)
    const updated = await forgetImports()
    return { message: counted(updated, 'fichero retirado', 'ficheros retirados'), counters: { updated } }
  },
}
