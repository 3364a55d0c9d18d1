import router from '@adonisjs/core/services/router'
import { middleware } from '#start/middleware'

const LoanPayments = () => import('#app/payments/kinds/loan/loan_payments_controller')

router
  .get('loans/payments', [LoanPayments, 'index'])
  .as('loans.payments')
  .use(middleware.page({ entry: 'loans' }))
