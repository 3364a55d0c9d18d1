import router from '@adonisjs/core/services/router'
import { importRoutes, importUndoRoute } from '#app/imports/http/import_routes'
import { middleware } from '#start/middleware'

const PayingAccounts = () => import('#app/payments/kinds/supplier/paying_accounts_controller')
const PaySuppliers = () => import('#app/payments/kinds/supplier/pay_suppliers_controller')
const SupplierBuffers = () => import('#app/payments/kinds/supplier/supplier_buffers_controller')
const SupplierProcesses = () => import('#app/payments/kinds/supplier/supplier_processes_controller')
const VirtualPayments = () => import('#app/payments/kinds/supplier/virtual_payments_controller')

const files = {
  kind: 'supplier-payments',
  at: 'paysuppliers/uploads',
  name: 'paysuppliers.uploads',
  page: { path: 'paysuppliers/upload', name: 'paysuppliers.upload' },
}

router
  .group(() => {
    router.get('paysuppliers', [PaySuppliers, 'index']).as('paysuppliers')
    router.post('paysuppliers', [PaySuppliers, 'store']).as('paysuppliers.store')
    router.post('paysuppliers/buffer', [SupplierBuffers, 'store']).as('paysuppliers.buffer')
    router.post('paysuppliers/virtual', [VirtualPayments, 'store']).as('paysuppliers.virtual')
    router.post('paysuppliers/credits', [PaySuppliers, 'credits']).as('paysuppliers.credits')
    router.get('paysuppliers/accounts', [PaySuppliers, 'accounts']).as('paysuppliers.accounts')
    router
      .get('paysuppliers/invoices/:id/accounts', [PayingAccounts, 'index'])
      .as('paysuppliers.paying-accounts')
    router
      .get('paysuppliers/expense-accounts', [PaySuppliers, 'expenseAccounts'])
      .as('paysuppliers.expense-accounts')
    importRoutes(files)
    importUndoRoute(files)
    router.get('paysuppliers/process', [SupplierProcesses, 'create']).as('paysuppliers.process')
    router.post('paysuppliers/process', [SupplierProcesses, 'store']).as('paysuppliers.process.store')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers' }))
