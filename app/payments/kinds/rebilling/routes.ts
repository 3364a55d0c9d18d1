import router from '@adonisjs/core/services/router'
import { middleware } from '#start/middleware'

const Settlements = () => import('#app/payments/kinds/rebilling/rebilling_settlements_controller')

router
  .group(() => {
    router.get('refacturacion/pagos', [Settlements, 'index']).as('rebilling.payments')
    router.post('refacturacion/settlements', [Settlements, 'store']).as('rebilling.settle')
  })
  .use(middleware.page({ entry: 'rebilling' }))
