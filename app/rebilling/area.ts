import { defineArea } from '#app/kernel/area'
import { answerPorts } from '#app/rebilling/answers'
import { invariants } from '#app/rebilling/invariants'
import { REBILLING } from '#app/rebilling/rebilling_labels'

/** Costs that one company of the group charges on to others. */
export const rebilling = defineArea({
  name: 'rebilling',
  floor: 11,
  tables: [
    'rebilling_settings',
    'rebilling_setting_targets',
    'allocation_keys',
    'rebilling_numbers',
    'rebilling_transactions',
    'rebilling_sources',
    'rebilling_computations',
    'rebilling_nettings',
    'rebillable_costs',
    'invoice_line_costs',
    'cost_shares',
    'cost_share_lines',
    'cost_share_targets',
    'shared_costs',
  ],
  invariants,
  documents: [
    {
      type: REBILLING,
      label: 'Refacturación',
      path: (id) => `/refacturacion/${id}`,
      number: (id) => `select dr.number from rebilling_transactions dr where dr.id = ${id}`,
    },
    {
      type: 'invoice_share',
      label: 'Gasto compartido',
      path: (id) => `/invoices/${id}`,
      number: (id) => `select coalesce(di.invoice_number, di.reference) from invoices di where di.id = ${id}`,
    },
  ],
  menu: {
    setting: [
      'rebilling/settings/create',
      'rebilling/settings/edit',
      'rebilling/keys/index',
      'rebilling/key_imports/create',
    ],
    rebilling: ['rebilling/transactions/create', 'rebilling/transactions/show'],
    'rebilling.history': ['rebilling/matrix/index'],
  },
  routes: [() => import('#app/rebilling/routes')],
  imports: {
    'allocation-keys': async () => (await import('#app/rebilling/keys/keys_import')).keysImport,
  },
  jobs: [
    async () => (await import('#app/rebilling/proposals/propose_job')).proposeRebillingsJob,
    async () => (await import('#app/rebilling/proposals/compute_job')).computeRebillingsJob,
    async () => (await import('#app/rebilling/charges/issue_job')).issueRebillingsJob,
  ],
  boot: answerPorts,
  refusals: {
    CR001: 'El importe supera lo pendiente de refacturar: recargue la página.',
    CR002: 'Ese paso no es posible para esta refacturación: recargue la página.',
    CR003: 'Una refacturación aprobada no se modifica.',
    CR004: 'La refacturación no tiene las aprobaciones que necesita de las dos empresas.',
    CR005: 'Este gasto ya procede de una refacturación.',
    CR006: 'Los porcentajes deben sumar 100 %.',
    CR007: 'Ya existe una regla con la misma prioridad para este gasto.',
    CR009: 'Una factura de otra empresa del grupo solo cambia con el documento del que procede.',
    CR012: 'Lo que se contabiliza en otras empresas supera el gasto: recargue la página.',
    CR008: 'Los gastos no suman la base de la refacturación: recargue la página.',
  },
})
