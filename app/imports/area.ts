import { defineArea } from '#app/kernel/area'

/** Files of many rows that people bring in. */
export const imports = defineArea({
  name: 'imports',
  floor: 4,
  tables: ['imports', 'import_rows'],
  jobs: [
    async () => (await import('#app/imports/jobs/apply_import_job')).applyImportJob,
    async () => (await import('#app/imports/jobs/forget_files_job')).forgetUploadsJob,
  ],
  refusals: {
    CI010: 'Un fichero ya importado no se cambia ni se borra: deshaga la importación.',
  },
})
