import { followBlacklist } from '#app/blacklist/sweepers'
import { defineArea } from '#app/kernel/area'
import { answerPorts } from '#app/legal/answers'
import { invariants } from '#app/legal/invariants'
import { followMerges } from '#app/providers/merge_followers'

/** Legal procedures. */
export const legal = defineArea({
  name: 'legal',
  floor: 10,
  tables: [
    'legal_procedures',
    'phases',
    'legal_procedure_phases',
    'legal_procedure_costs',
    'legal_procedure_files',
    'legal_loss_provisions',
    'legal_numbers',
    'legal_reminders',
    'manual_payment_offsets',
  ],
  invariants,
  documents: [
    {
      type: 'legal_cost',
      label: 'Procedimiento legal',
      path: (procedureId) => `/legal_procedure/${procedureId}/edit?tab=costs`,
      page: (id) => `select dl.procedure_id from legal_procedure_costs dl where dl.id = ${id}`,
    },
    { type: 'legal_procedure', label: 'Procedimiento legal', path: (id) => `/legal_procedure/${id}/edit` },
  ],
  menu: {
    phases: [],
    legal_procedure: [],
  },
  routes: [() => import('#app/legal/routes')],
  jobs: [async () => (await import('#app/legal/jobs/legal_deadlines_job')).legalDeadlinesJob],
  refusals: {
    CP001: 'Ese paso no es posible en este procedimiento: recargue la página.',
    CP002: 'Un coste aprobado no se modifica: anúlelo y cree otro.',
    CP003: 'El importe supera lo pendiente del coste: recargue la página.',
    CP005: 'Lo registrado en un procedimiento no se modifica: recargue la página.',
    CP006: 'El coste ya está pagado o en pago: no puede cambiar su factura.',
  },
  /** Procedures and what is owed in them go with a supplier that is merged, and follow the list of blocked accounts. */
  boot() {
    answerPorts()
    followBlacklist({
      noun: 'costes legales',
      affected: async (like, scope) =>
        (await import('#app/legal/actions/sweep_listed_costs')).affectedCosts(like, scope),
      sweep: async (ids, actor) =>
        (await import('#app/legal/actions/sweep_listed_costs')).sweepListedCosts(ids, actor),
    })
    followMerges({
      sites: (provider) =>
        `select p.site_id from legal_procedures p where ${provider} in (p.lawyer_provider_id, p.solicitor_provider_id)
           or exists (select 1 from legal_procedure_costs c where c.procedure_id = p.id and c.provider_id = ${provider})`,
      count: async (sourceId, trx) =>
        (await import('#app/legal/actions/merge_legal')).countLegal(sourceId, trx),
      move: async (merge, trx) => (await import('#app/legal/actions/merge_legal')).mergeLegal(merge, trx),
    })
  },
})
