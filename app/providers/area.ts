import { followBlacklist } from '#app/blacklist/sweepers'
import { defineArea } from '#app/kernel/area'
import { answerPorts } from '#app/providers/answers'

/** Suppliers and their bank details. */
export const providers = defineArea({
  name: 'providers',
  floor: 7,
  tables: ['providers', 'provider_banks', 'provider_requests', 'provider_reserve_movements'],
  parties: [
    {
      type: 'provider',
      name: (id) => `select legal_name from providers where id = ${id}`,
      byTaxId: `select id, tax_id::text as tax_id, legal_name as name from providers where tax_id = any(:taxIds::citext[]) and status <> 'merged' and :siteId > 0`,
    },
  ],
  menu: {
    'providers.index': ['providers/providers/edit', 'providers/imports/create'],
  },
  imports: { providers: async () => (await import('#app/providers/import/provider_import')).providerImport },
  routes: [() => import('#app/providers/routes')],
  jobs: [async () => (await import('#app/providers/jobs/contribute_reserves_job')).contributeReservesJob],
  refusals: {
    CA047: 'El proveedor está fusionado con otro y ya no se modifica.',
    CA048: 'Han llegado documentos del proveedor mientras se fusionaba: inténtelo de nuevo.',
  },
  /** The list of blocked accounts knows no suppliers: their accounts follow it from here. */
  boot() {
    answerPorts()
    followBlacklist({
      noun: 'cuentas de proveedores',
      affected: async (like) =>
        (await import('#app/providers/actions/sweep_listed_banks')).affectedBanks(like),
      sweep: async (ids, actor) =>
        (await import('#app/providers/actions/sweep_listed_banks')).sweepListedBanks(ids, actor),
    })
  },
})
