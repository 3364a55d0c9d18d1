import router from '@adonisjs/core/services/router'
import { A, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Loans = () => import('#app/loans/controllers/loans_controller')
const Configurations = () => import('#app/loans/controllers/loan_configurations_controller')
const Schedules = () => import('#app/loans/controllers/loan_schedules_controller')
const Approvals = () => import('#app/loans/controllers/loan_approvals_controller')
const Steps = () => import('#app/loans/controllers/loan_steps_controller')
const Payments = () => import('#app/loans/controllers/loan_payments_controller')
const Withdrawals = () => import('#app/loans/controllers/loan_withdrawals_controller')
const EarlyPayments = () => import('#app/loans/controllers/early_payments_controller')
const Revisions = () => import('#app/loans/controllers/rate_revisions_controller')
const Movements = () => import('#app/loans/controllers/loan_movements_controller')
const Files = () => import('#app/loans/controllers/loan_files_controller')
const Summary = () => import('#app/loans/controllers/loans_summary_controller')
const Debts = () => import('#app/loans/controllers/taken_debts_controller')
const Compensations = () => import('#app/loans/controllers/compensations_controller')
const Decisions = () => import('#app/loans/controllers/compensation_decisions_controller')

const number = router.matchers.number()

router
  .group(() => {
    router.get('loansResumen', [Summary, 'index']).as('loansResumen')
    router.get('loansResumen/:lender/:borrower', [Summary, 'show']).as('loansResumen.detail')
    router.post('loansResumen/:lender/:borrower/debts', [Debts, 'store']).as('loansResumen.take')
    router.get('loans/compensations', [Compensations, 'index']).as('loans.compensations')
    router.post('loans/compensations', [Compensations, 'store']).as('loans.compensations.store')
    router.post('loans/compensations/preview', [Compensations, 'create']).as('loans.compensations.preview')
    router.get('loans/compensations/:id', [Compensations, 'show']).as('loans.compensations.show')
    router.delete('loans/compensations/:id', [Compensations, 'destroy']).as('loans.compensations.discard')
  })
  .where('id', number)
  .where('lender', number)
  .where('borrower', number)
  .use(middleware.page({ entry: 'loansResumen' }))

router
  .post('loans/compensations/:id/approval', [Decisions, 'store'])
  .where('id', number)
  .as('loans.compensations.approve')
  .use(middleware.page({ entry: 'loansResumen', roles: [S, A] }))

router
  .post('loans/compensations/:id/reversal', [Decisions, 'destroy'])
  .where('id', number)
  .as('loans.compensations.reverse')
  .use(middleware.page({ entry: 'loansResumen', roles: [S] }))

router
  .group(() => {
    router.get('loans', [Loans, 'index']).as('loans')
    router.post('loans', [Loans, 'store']).as('loans.store')
    router.get('loans/:id/edit', [Loans, 'edit']).as('loans.edit')
    router.get('loans/:id/schedule', [Schedules, 'show']).as('loans.schedule')
    router.put('loans/:id', [Loans, 'update']).as('loans.update')
    router.put('loans/:id/configuration', [Configurations, 'update']).as('loans.configure')
    router.post('loans/:id/configuration/preview', [Configurations, 'store']).as('loans.configure.preview')
    router.post('loans/:id/payments', [Payments, 'store']).as('loans.payments.store')
    router.post('loans/:id/payments/preview', [Payments, 'create']).as('loans.payments.preview')
    router.get('loans/:id/payments/movements', [Payments, 'index']).as('loans.payments.movements')
    router.post('loans/:id/payments/:payment/order', [Payments, 'update']).as('loans.payments.order')
    router.delete('loans/:id/payments/:payment', [Payments, 'destroy']).as('loans.payments.destroy')
    router.post('loans/:id/withdrawals', [Withdrawals, 'store']).as('loans.withdrawals.store')
    router.post('loans/:id/early-payments', [EarlyPayments, 'store']).as('loans.early.store')
    router.post('loans/:id/early-payments/preview', [EarlyPayments, 'create']).as('loans.early.preview')
    router.post('loans/:id/revisions', [Revisions, 'store']).as('loans.revisions.store')
    router.post('loans/:id/settlement', [Steps, 'update']).as('loans.close')
    router.post('loans/:id/files', [Files, 'store']).as('loans.files.store')
    router.get('loans/:id/files/:file', [Files, 'show']).as('loans.files.show')
    router.delete('loans/:id/files/:file', [Files, 'destroy']).as('loans.files.destroy')
  })
  .where('id', number)
  .where('payment', number)
  .where('file', number)
  .use(middleware.page({ entry: 'loans' }))

router
  .post('loans/:id/approval', [Approvals, 'store'])
  .where('id', number)
  .as('loans.approve')
  .use(middleware.page({ entry: 'loans', roles: [S, A] }))

router
  .post('loans/:id/cancellation', [Steps, 'destroy'])
  .where('id', number)
  .as('loans.cancel')
  .use(middleware.page({ entry: 'loans', roles: [S, SC] }))

router
  .post('loans/:id/movements/:movement/reversal', [Movements, 'destroy'])
  .where('id', number)
  .where('movement', number)
  .as('loans.movements.reverse')
  .use(middleware.page({ entry: 'loans', roles: [S] }))
