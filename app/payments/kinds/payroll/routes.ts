import router from '@adonisjs/core/services/router'
import { A, S } from '#app/identity/roles'
import { importRoutes, importUndoRoute } from '#app/imports/http/import_routes'
import { middleware } from '#start/middleware'

const PayPayrolls = () => import('#app/payments/kinds/payroll/pay_payrolls_controller')
const PayrollProcesses = () => import('#app/payments/kinds/payroll/payroll_processes_controller')
const PayrollRuns = () => import('#app/payments/kinds/payroll/payroll_runs_controller')

const files = {
  kind: 'payroll',
  at: 'paypayrolls/uploads',
  name: 'paypayrolls.uploads',
  page: { path: 'paypayrolls/upload', name: 'paypayrolls.upload' },
}

router
  .group(() => {
    router.get('paypayrolls', [PayPayrolls, 'index']).as('paypayrolls')
    router.post('paypayrolls', [PayPayrolls, 'store']).as('paypayrolls.store')
    importRoutes(files)
    importUndoRoute(files)
    router.get('paypayrolls/process', [PayrollProcesses, 'show']).as('paypayrolls.process')
    router.post('paypayrolls/process', [PayrollProcesses, 'store']).as('paypayrolls.process.store')
    router.post('paypayrolls/buffer', [PayrollProcesses, 'update']).as('paypayrolls.buffer')
    router.delete('paypayrolls/:id', [PayPayrolls, 'destroy']).as('paypayrolls.destroy')
    router.get('payroll-runs/:id', [PayrollRuns, 'show']).as('payroll_runs.show')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paypayrolls' }))

router
  .post('paypayrolls/pay-now', [PayrollProcesses, 'payNow'])
  .as('paypayrolls.pay-now')
  .use([middleware.page({ entry: 'paypayrolls' }), middleware.stepUp()])

router
  .post('payroll-runs/:id/approval', [PayrollRuns, 'approve'])
  .as('payroll_runs.approve')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paypayrolls', roles: [S, A] }), middleware.stepUp()])

router
  .post('payroll-runs/:id/emergency-approval', [PayrollRuns, 'override'])
  .as('payroll_runs.override')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paypayrolls', roles: [S] }), middleware.stepUp()])

router
  .post('payroll-runs/:id/rejection', [PayrollRuns, 'reject'])
  .as('payroll_runs.reject')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paypayrolls', roles: [S, A] }))
