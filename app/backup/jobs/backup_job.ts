import type { ToldJob } from '#app/jobs/job'

/** Each night: the database that the product brings, with the stored files. */
export const backupJob: ToldJob<Record<string, never>> = {
  queue: 'backup.database',
  about: {
    title: 'Copia de seguridad',
    group: 'Sistema',
    changes:
      'Guarda en un fichero la base de datos incorporada y los archivos, y borra las copias que ya no se conservan.',
    isCritical: true,
    catchesUp: true,
  },
  concurrency: 1,
  timeoutSeconds: 4 * 3600,
  retries: 1,
  retryDelaySeconds: 900,
  cron: '0 2 * * *',
  work: async () => (await import('#app/backup/take_nightly_backup')).takeNightlyBackup(),
}
