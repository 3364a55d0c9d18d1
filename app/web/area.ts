import { defineArea } from '#app/kernel/area'

/** The frame around all areas: exports, forms, sessions. */
export const web = defineArea({
  name: 'web',
  floor: 15,
  tables: ['exports', 'form_requests', 'sessions', 'rate_limits'],
  routes: [() => import('#app/web/routes')],
  jobs: [
    async () => (await import('#app/web/export_jobs')).buildExportJob,
    async () => (await import('#app/web/export_jobs')).removeExportsJob,
  ],
})
