import router from '@adonisjs/core/services/router'
import { middleware } from '#start/middleware'

const SupplierProvisions = () => import('#app/payments/kinds/provision/supplier_provisions_controller')

router
  .group(() => {
    router.post('paysuppliers/provisions', [SupplierProvisions, 'store']).as('paysuppliers.provisions.store')
    router
      .get('paysuppliers/provisions/:id/invoices', [SupplierProvisions, 'options'])
      .as('paysuppliers.provisions.invoices')
    router
      .post('paysuppliers/provisions/:id/order', [SupplierProvisions, 'order'])
      .as('paysuppliers.provisions.order')
    router
      .put('paysuppliers/provisions/:id/invoice', [SupplierProvisions, 'update'])
      .as('paysuppliers.provisions.apply')
    router
      .delete('paysuppliers/provisions/:id', [SupplierProvisions, 'destroy'])
      .as('paysuppliers.provisions.destroy')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'paysuppliers' }))
