import router from '@adonisjs/core/services/router'
import { A, S } from '#app/identity/roles'
import { BOOKKEEPERS } from '#app/legal/procedure_hindrances'
import { middleware } from '#start/middleware'

const Phases = () => import('#app/legal/controllers/phases_controller')
const August = () => import('#app/legal/controllers/august_settings_controller')
const Procedures = () => import('#app/legal/controllers/legal_procedures_controller')
const Steps = () => import('#app/legal/controllers/procedure_steps_controller')
const ProcedurePhases = () => import('#app/legal/controllers/procedure_phases_controller')
const Costs = () => import('#app/legal/controllers/procedure_costs_controller')
const Files = () => import('#app/legal/controllers/procedure_files_controller')
const Offsets = () => import('#app/legal/controllers/payment_offsets_controller')
const Provisions = () => import('#app/legal/controllers/loss_provisions_controller')

const number = router.matchers.number()
const at = 'legal_procedure'

router
  .group(() => {
    router.get('phases', [Phases, 'index']).as('phases')
    router.post('phases', [Phases, 'store']).as('phases.store')
    router.put('phases/order', [Phases, 'order']).as('phases.order')
    router.put('phases/august', [August, 'update']).as('phases.august.update')
    router.get('phases/:id/edit', [Phases, 'edit']).as('phases.edit')
    router.put('phases/:id', [Phases, 'update']).as('phases.update')
    router.delete('phases/:id', [Phases, 'destroy']).as('phases.destroy')
  })
  .where('id', number)
  .use(middleware.page({ entry: 'phases' }))

router
  .group(() => {
    router.get(at, [Procedures, 'index']).as('legal_procedure')
    router.post(at, [Procedures, 'store']).as('legal_procedure.store')
    router.get(`${at}/:id/edit`, [Procedures, 'edit']).as('legal_procedure.edit')
    router.put(`${at}/:id`, [Procedures, 'update']).as('legal_procedure.update')
    router.post(`${at}/:id/opening`, [Steps, 'open']).as('legal_procedure.open')
    router.post(`${at}/:id/suspension`, [Steps, 'suspend']).as('legal_procedure.suspend')
    router.delete(`${at}/:id/suspension`, [Steps, 'resume']).as('legal_procedure.resume')
    router.post(`${at}/:id/closing`, [Steps, 'close']).as('legal_procedure.close')
    router.post(`${at}/:id/phases`, [ProcedurePhases, 'store']).as('legal_procedure.phases.store')
    router.put(`${at}/:id/phases/order`, [ProcedurePhases, 'order']).as('legal_procedure.phases.order')
    router.put(`${at}/:id/phases/:phase`, [ProcedurePhases, 'update']).as('legal_procedure.phases.update')
    router
      .post(`${at}/:id/phases/:phase/start`, [ProcedurePhases, 'start'])
      .as('legal_procedure.phases.start')
    router
      .post(`${at}/:id/phases/:phase/completion`, [ProcedurePhases, 'complete'])
      .as('legal_procedure.phases.complete')
    router
      .post(`${at}/:id/phases/:phase/omission`, [ProcedurePhases, 'skip'])
      .as('legal_procedure.phases.skip')
    router.post(`${at}/:id/costs`, [Costs, 'store']).as('legal_procedure.costs.store')
    router.put(`${at}/:id/costs/:cost`, [Costs, 'update']).as('legal_procedure.costs.update')
    router.post(`${at}/:id/costs/:cost/approval`, [Costs, 'approve']).as('legal_procedure.costs.approve')
    router.delete(`${at}/:id/costs/:cost`, [Costs, 'destroy']).as('legal_procedure.costs.destroy')
    router.post(`${at}/:id/files`, [Files, 'store']).as('legal_procedure.files.store')
    router.get(`${at}/:id/files/:file`, [Files, 'show']).as('legal_procedure.files.show')
    router.delete(`${at}/:id/files/:file`, [Files, 'destroy']).as('legal_procedure.files.destroy')
    router.get(`${at}/:id/expense-accounts`, [Provisions, 'accounts']).as('legal_procedure.expense-accounts')
  })
  .where('id', number)
  .where('phase', number)
  .where('cost', number)
  .where('file', number)
  .use(middleware.page({ entry: 'legal_procedure' }))

router
  .group(() => {
    router.put(`${at}/:id/provision`, [Provisions, 'update']).as('legal_procedure.provision')
    router.get(`${at}/costs/:cost/movements`, [Offsets, 'movements']).as('legal_procedure.offsets.movements')
    router.get(`${at}/costs/:cost/accounts`, [Offsets, 'accounts']).as('legal_procedure.offsets.accounts')
    router.post(`${at}/costs/:cost/offsets`, [Offsets, 'store']).as('legal_procedure.offsets.store')
  })
  .where('id', number)
  .where('cost', number)
  .use(middleware.page({ entry: 'legal_procedure', roles: BOOKKEEPERS }))

router
  .group(() => {
    router.delete(`${at}/:id/closing`, [Steps, 'reopen']).as('legal_procedure.reopen')
    router
      .delete(`${at}/:id/phases/:phase/completion`, [ProcedurePhases, 'reopen'])
      .as('legal_procedure.phases.reopen')
  })
  .where('id', number)
  .where('phase', number)
  .use(middleware.page({ entry: 'legal_procedure', roles: [S, A] }))

router
  .group(() => {
    router.post(`${at}/:id/cancellation`, [Steps, 'cancel']).as('legal_procedure.cancel')
    router
      .delete(`${at}/costs/:cost/offsets/:offset`, [Offsets, 'destroy'])
      .as('legal_procedure.offsets.destroy')
  })
  .where('id', number)
  .where('cost', number)
  .where('offset', number)
  .use(middleware.page({ entry: 'legal_procedure', roles: [S] }))
