import type { ToldJob } from '#app/jobs/job'

export type BuildExportData = { exportId: number }

/** One file at a time in one process: each holds a connection as long as the list is long. */
export const buildExportJob: ToldJob<BuildExportData> = {
  queue: 'exports.build',
  about: {
    title: 'Generar exportaciones',
    group: 'Sistema',
    changes: 'Prepara los ficheros de las exportaciones largas.',
  },
  concurrency: 1,
  timeoutSeconds: 1800,
  retries: 1,
  retryDelaySeconds: 5,
  work: async ({ exportId }, progress) => {
    const { buildExport } = await import('#app/web/actions/build_export')
    return buildExport(exportId, progress)
  },
  giveUp: async ({ exportId }) => {
    const { failExport } = await import('#app/web/actions/build_export')
    await failExport(exportId)
  },
}

export const removeExportsJob: ToldJob<Record<string, never>> = {
  queue: 'exports.remove',
  about: {
    title: 'Retirar exportaciones caducadas',
    group: 'Sistema',
    changes: 'Borra los ficheros de exportaciones de hace más de un día.',
  },
  concurrency: 1,
  timeoutSeconds: 300,
  retries: 0,
  retryDelaySeconds: 60,
  cron: '*/10 * * * *',
  work: async () => {
    const { removeExpiredExports } = await import('#app/web/actions/remove_expired_exports')
    return removeExpiredExports()
  },
}
