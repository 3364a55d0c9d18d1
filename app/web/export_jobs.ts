import type { Job } from '#app/jobs/queue'

export type BuildExportData = { exportId: number }

/** One file at a time in one process: each holds a connection as long as the list is long. */
export const buildExportJob: Job<BuildExportData> = {
  queue: 'exports.build',
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

export const removeExportsJob: Job<Record<string, never>> = {
  queue: 'exports.remove',
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
