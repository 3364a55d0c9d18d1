import { defineArea } from '#app/kernel/area'

/** Background work. */
export const jobs = defineArea({
  name: 'jobs',
  floor: 2,
  tables: ['job_runs', 'automatic_processes', 'process_clock', 'restores'],
  jobs: [async () => (await import('#app/jobs/purge_job')).purgeJob],
  purges: [async () => (await import('#app/jobs/purge_runs')).purgeRuns],
})
