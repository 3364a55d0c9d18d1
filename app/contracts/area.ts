import { answerPorts } from '#app/contracts/answers'
import { defineArea } from '#app/kernel/area'
import { followMerges } from '#app/providers/merge_followers'

/** What was agreed with suppliers. */
export const contracts = defineArea({
  name: 'contracts',
  floor: 9,
  tables: [
    'provider_contracts',
    'contract_items',
    'contract_item_prices',
    'contract_editors',
    'contract_files',
    'contract_deposits',
    'contract_alerts',
    'contract_indexations',
    'contract_numbers',
    'ipc_values',
    'contract_lines',
    'contract_usage',
  ],
  documents: [
    {
      type: 'contract_deposit',
      label: 'Contrato',
      path: (contractId) => `/provider-contracts/${contractId}`,
      number: (id) =>
        `select dc.reference from contract_deposits dd join provider_contracts dc on dc.id = dd.contract_id where dd.id = ${id}`,
      page: (id) => `select dd.contract_id from contract_deposits dd where dd.id = ${id}`,
    },
  ],
  menu: {
    'provider-contracts.index': [
      'providers/contracts/create',
      'providers/contracts/edit',
      'providers/contracts/show',
      'providers/ipc_values/index',
    ],
  },
  routes: [() => import('#app/contracts/routes')],
  jobs: [async () => (await import('#app/contracts/jobs/contract_calendar_job')).contractCalendarJob],
  refusals: {
    CC001: 'Este cambio de estado del contrato no es posible: recargue la página.',
    CC002: 'Debe aprobarlo una persona distinta de quien lo preparó.',
    CC003: 'Los precios de un contrato aprobado no se modifican: añada una adenda.',
    CC004: 'El proveedor, las empresas, la moneda y el inicio de un contrato aprobado no se modifican.',
  },
  /** Contracts go with a supplier that is merged. */
  boot() {
    answerPorts()
    followMerges({
      sites: (provider) => `select unnest(site_ids) from provider_contracts where provider_id = ${provider}`,
      count: async (sourceId, trx) =>
        (await import('#app/contracts/actions/merge_contracts')).countContracts(sourceId, trx),
      move: async (merge, trx) =>
        (await import('#app/contracts/actions/merge_contracts')).mergeContracts(merge, trx),
      after: async (merge) =>
        (await import('#app/contracts/actions/merge_contracts')).tellMergedContracts(merge),
    })
  },
})
