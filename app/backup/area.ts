import { defineArea } from '#app/kernel/area'

/** Copies of the database that the product brings and of the stored files, and taking them back. */
export const backup = defineArea({
  name: 'backup',
  floor: 3,
  tables: [],
  jobs: [async () => (await import('#app/backup/jobs/backup_job')).backupJob],
})
