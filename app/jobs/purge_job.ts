import logger from '@adonisjs/core/services/logger'
import { declaredPurges } from '#app/jobs/area_purges'
import type { ToldJob } from '#app/jobs/job'

/** Each night: what areas keep for a time only, and whose time is over. One that fails does not keep the others. */
export const purgeJob: ToldJob<Record<string, never>> = {
  queue: 'maintenance.purge',
  about: {
    title: 'Limpieza según plazos de conservación',
    group: 'Sistema',
    changes:
      'Borra lo que cada área conserva solo un tiempo y ya lo ha cumplido, como las ejecuciones de hace más de 180 días.',
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '30 1 * * *',
  async work() {
    const gone: string[] = []
    let [updated, errors] = [0, 0]
    for (const { title, purge } of await declaredPurges()) {
      try {
        const count = await purge()
        updated += count
        if (count > 0) gone.push(`${title}: ${count}`)
      } catch (error) {
        errors++
        logger.error({ err: error, purge: title }, 'a purge failed')
        gone.push(`${title}: no se ha podido`)
      }
    }
    return { message: gone.join(', ') || 'Nada que borrar', counters: { updated, errors } }
  },
}
