import router from '@adonisjs/core/services/router'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const PayExpenses = () => import('#app/payments/kinds/expense_note/pay_expenses_controller')
const ExpenseBuffers = () => import('#app/payments/kinds/expense_note/expense_buffers_controller')
const ExpenseReceipts = () => import('#app/payments/kinds/expense_note/expense_receipts_controller')

router
  .group(() => {
    router.get('payexpenses', [PayExpenses, 'index']).as('payexpenses')
    router.get('payexpenses/receipts', [ExpenseReceipts, 'several']).as('payexpenses.receipts.several')
    router.get('payexpenses/:id/receipts', [ExpenseReceipts, 'index']).as('payexpenses.receipts')
    router.get('payexpenses/:id/receipts/:receipt', [ExpenseReceipts, 'show']).as('payexpenses.receipts.show')
    router
      .get('payexpenses/:id/receipts/:receipt/pages/:page', [ExpenseReceipts, 'page'])
      .as('payexpenses.receipts.page')
  })
  .where('id', router.matchers.number())
  .where('receipt', router.matchers.number())
  .where('page', router.matchers.number())
  .use(middleware.page({ entry: 'payexpenses' }))

router
  .group(() => {
    router.post('payexpenses/buffer', [ExpenseBuffers, 'store']).as('payexpenses.buffer')
  })
  .use(middleware.page({ entry: 'payexpenses', roles: [S, A, SC, C] }))

router
  .post('payexpenses/pay-now', [ExpenseBuffers, 'update'])
  .as('payexpenses.pay-now')
  .use([middleware.page({ entry: 'payexpenses', roles: [S, A, SC, C] }), middleware.stepUp()])
