import { defineArea } from '#app/kernel/area'

/** Connections to services outside, whatever the service. */
export const connectors = defineArea({
  name: 'connectors',
  floor: 5,
  tables: ['connectors', 'connector_calls', 'connector_budgets', 'webhook_events', 'sync_cursors'],
  routes: [() => import('#app/connectors/routes')],
  jobs: [
    async () => (await import('#app/connectors/jobs/event_job')).eventJob,
    async () => (await import('#app/connectors/jobs/recover_job')).recoverJob,
    async () => (await import('#app/connectors/jobs/consent_warnings_job')).consentWarningsJob,
    async () => (await import('#app/connectors/jobs/subscription_job')).subscriptionJob,
  ],
  purges: [async () => (await import('#app/connectors/purge_connectors')).purgeConnectors],
  refusals: {
    CK001: 'La conexión está desactivada o es de otra empresa: recargue la página.',
    CK002: 'Al cambiar la dirección hay que volver a introducir las credenciales.',
  },
})
