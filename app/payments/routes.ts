import router from '@adonisjs/core/services/router'
import { A, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const PaymentOrders = () => import('#app/payments/orders/controllers/payment_orders_controller')
const Accounts = () => import('#app/payments/orders/controllers/order_accounts_controller')
const Loans = () => import('#app/payments/orders/controllers/payment_loans_controller')
const Modifications = () => import('#app/payments/orders/controllers/payment_modifications_controller')
const Proofs = () => import('#app/payments/proofs/payment_proofs_controller')
const Approvals = () => import('#app/payments/approvals/payment_order_approvals_controller')
const Retries = () => import('#app/payments/orders/controllers/payment_retries_controller')
const BankDecisions = () => import('#app/payments/bank/bank_decisions_controller')
const Immediate = () => import('#app/payments/release/immediate_payments_controller')
const Attachments = () => import('#app/payments/attachments/payment_attachments_controller')
const Notifications = () => import('#app/payments/bank/bank_notifications_controller')
const Batches = () => import('#app/payments/batches/payment_batches_controller')

router
  .group(() => {
    router.get('payment-orders/approvers', [Proofs, 'approvers']).as('payment_orders.approvers')
    router.get('payment-orders/:id', [PaymentOrders, 'show']).as('payment_orders.show')
    router.get('payment-orders/:id/accounts', [Accounts, 'index']).as('payment_orders.accounts')
    router.post('paysuppliers/preview', [Immediate, 'show']).as('paysuppliers.preview')
    router.put('payment-orders/:id', [Modifications, 'update']).as('payment_orders.modify')
    router.delete('payment-orders/:id', [PaymentOrders, 'cancel']).as('payment_orders.cancel')
    router.post('payment-orders/:id/attachments', [Attachments, 'store']).as('payment_orders.attach')
    router
      .get('payment-orders/:id/attachments/:file', [Attachments, 'show'])
      .as('payment_orders.attachment')
      .where('file', router.matchers.number())
    router.get('payment-batches', [Batches, 'index']).as('payment_batches')
    router.get('payment-batches/:id', [Batches, 'show']).as('payment_batches.show')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers' }))

router
  .post('paysuppliers/pay-now', [Immediate, 'store'])
  .as('paysuppliers.pay-now')
  .use([middleware.page({ entry: 'paysuppliers' }), middleware.stepUp()])

router
  .group(() => {
    router.post('payment-orders/:id/approval', [Approvals, 'store']).as('payment_orders.approve')
    router.put('payment-orders/approvals', [Approvals, 'update']).as('payment_orders.approve_many')
    router.post('payment-batches', [Batches, 'store']).as('payment_batches.store')
  })
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paysuppliers', roles: [S, A] }), middleware.stepUp()])

router
  .group(() => {
    router.post('payment-orders/:id/rejection', [PaymentOrders, 'reject']).as('payment_orders.reject')
    router.put('payment-orders/rejections', [Modifications, 'reject']).as('payment_orders.reject_many')
    router.delete('payment-batches/:id', [Batches, 'cancel']).as('payment_batches.cancel')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers', roles: [S, A] }))

router
  .group(() => {
    router.put('payment-orders/removals', [Modifications, 'takeOut']).as('payment_orders.take_out')
    router.post('payment-orders/:id/settlement', [PaymentOrders, 'settle']).as('payment_orders.settle')
    router.post('payment-orders/:id/failure', [PaymentOrders, 'fail']).as('payment_orders.fail')
    router.post('payment-orders/:id/return', [PaymentOrders, 'giveBack']).as('payment_orders.return')
    router.post('payment-orders/:id/loan', [Loans, 'store']).as('payment_orders.lend')
    router.delete('payment-orders/:id/loan', [Loans, 'destroy']).as('payment_orders.keep')
    router.post('payment-orders/:id/retry', [Retries, 'store']).as('payment_orders.retry')
    router.get('payment-orders/proofs', [Proofs, 'index']).as('payment_orders.proofs')
    router.get('payment-orders/:id/proof', [Proofs, 'show']).as('payment_orders.proof')
    router.get('payment-batches/:id/file', [Batches, 'file']).as('payment_batches.file')
    router.post('payment-batches/:id/sending', [Batches, 'send']).as('payment_batches.send')
    router.post('payment-batches/:id/removals', [Batches, 'takeOut']).as('payment_batches.take_out')
    router.post('payment-batches/:id/answers', [Batches, 'answer']).as('payment_batches.answer')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers', roles: [S, A, SC] }))

router
  .post('payment-orders/:id/emergency-approval', [Approvals, 'override'])
  .as('payment_orders.override')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paysuppliers', roles: [S] }), middleware.stepUp()])

router
  .group(() => {
    router.delete('payment-orders/:id/bank', [BankDecisions, 'destroy']).as('payment_orders.cancel_at_bank')
    router.put('payment-orders/:id/payee', [BankDecisions, 'update']).as('payment_orders.confirm_payee')
  })
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paysuppliers', roles: [S, A] }), middleware.stepUp()])

router
  .post('payment-orders/:id/closing', [BankDecisions, 'store'])
  .as('payment_orders.close_unknown')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'paysuppliers', roles: [S] }), middleware.stepUp()])

router
  .post('webhooks/:gateway', [Notifications, 'store'])
  .as('payments.webhook')
  .where('gateway', /^[a-z0-9-]{1,40}$/)
