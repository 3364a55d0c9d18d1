import router from '@adonisjs/core/services/router'
import { A, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const PaySuppliers = () => import('#app/payments/controllers/pay_suppliers_controller')
const SupplierBuffers = () => import('#app/payments/controllers/supplier_buffers_controller')
const PaymentOrders = () => import('#app/payments/controllers/payment_orders_controller')
const Approvals = () => import('#app/payments/controllers/payment_order_approvals_controller')
const Batches = () => import('#app/payments/controllers/payment_batches_controller')

router
  .group(() => {
    router.get('paysuppliers', [PaySuppliers, 'index']).as('paysuppliers')
    router.post('paysuppliers', [PaySuppliers, 'store']).as('paysuppliers.store')
    router.post('paysuppliers/buffer', [SupplierBuffers, 'store']).as('paysuppliers.buffer')
    router.get('payment-orders/:id', [PaymentOrders, 'show']).as('payment_orders.show')
    router.delete('payment-orders/:id', [PaymentOrders, 'cancel']).as('payment_orders.cancel')
    router.get('payment-batches', [Batches, 'index']).as('payment_batches')
    router.get('payment-batches/:id', [Batches, 'show']).as('payment_batches.show')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers' }))

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
    router.delete('payment-batches/:id', [Batches, 'cancel']).as('payment_batches.cancel')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers', roles: [S, A] }))

router
  .group(() => {
    router.post('payment-orders/:id/settlement', [PaymentOrders, 'settle']).as('payment_orders.settle')
    router.post('payment-orders/:id/failure', [PaymentOrders, 'fail']).as('payment_orders.fail')
    router.post('payment-orders/:id/return', [PaymentOrders, 'giveBack']).as('payment_orders.return')
    router.get('payment-batches/:id/file', [Batches, 'file']).as('payment_batches.file')
    router.post('payment-batches/:id/sending', [Batches, 'send']).as('payment_batches.send')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers', roles: [S, A, SC] }))
