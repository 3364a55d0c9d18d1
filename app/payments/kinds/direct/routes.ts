import router from '@adonisjs/core/services/router'
import { DIRECT_PAYERS } from '#app/payments/kinds/direct/direct_payment'
import { middleware } from '#start/middleware'

const Direct = () => import('#app/payments/kinds/direct/direct_payments_controller')
const Choices = () => import('#app/payments/kinds/direct/direct_choices_controller')

router
  .get('paysuppliers/direct', [Direct, 'index'])
  .as('paysuppliers.direct')
  .use(middleware.page({ entry: 'paysuppliers' }))

router
  .group(() => {
    router.get('paysuppliers/direct/choices', [Choices, 'index']).as('paysuppliers.direct.choices')
    router.get('paysuppliers/direct/ledger', [Choices, 'show']).as('paysuppliers.direct.ledger')
    router.post('paysuppliers/direct', [Direct, 'store']).as('paysuppliers.direct.store')
  })
  .use(middleware.page({ entry: 'paysuppliers', roles: DIRECT_PAYERS }))
