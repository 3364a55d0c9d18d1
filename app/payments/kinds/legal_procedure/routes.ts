import router from '@adonisjs/core/services/router'
import { middleware } from '#start/middleware'

const LegalCosts = () => import('#app/payments/kinds/legal_procedure/pay_legal_procedures_controller')
const LegalInvoices = () => import('#app/payments/kinds/legal_procedure/legal_cost_invoices_controller')
const LegalProcesses = () =>
  import('#app/payments/kinds/legal_procedure/legal_procedure_processes_controller')

router
  .group(() => {
    router.get('paylegalprocedures', [LegalCosts, 'index']).as('paylegalprocedures')
    router.post('paylegalprocedures', [LegalCosts, 'store']).as('paylegalprocedures.store')
    router.get('paylegalprocedures/process', [LegalProcesses, 'create']).as('paylegalprocedures.process')
    router
      .post('paylegalprocedures/process', [LegalProcesses, 'store'])
      .as('paylegalprocedures.process.store')
    router
      .get('paylegalprocedures/costs/:cost/invoices', [LegalInvoices, 'index'])
      .as('paylegalprocedures.invoices')
    router
      .put('paylegalprocedures/costs/:cost/invoice', [LegalInvoices, 'update'])
      .as('paylegalprocedures.invoices.link')
    router
      .delete('paylegalprocedures/costs/:cost/invoice', [LegalInvoices, 'destroy'])
      .as('paylegalprocedures.invoices.unlink')
  })
  .where('cost', router.matchers.number())
  .use(middleware.page({ entry: 'paylegalprocedures' }))
