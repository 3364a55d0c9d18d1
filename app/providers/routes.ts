import router from '@adonisjs/core/services/router'
import { A, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Providers = () => import('#app/providers/controllers/providers_controller')
const Banks = () => import('#app/providers/controllers/provider_banks_controller')

router
  .group(() => {
    router.get('providers', [Providers, 'index']).as('providers.index')
    router.get('providers/options', [Providers, 'options']).as('providers.options')
    router.post('providers', [Providers, 'store']).as('providers.store')
    router.get('providers/:id/edit', [Providers, 'edit']).as('providers.edit')
    router.put('providers/:id', [Providers, 'update']).as('providers.update')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index' }))

router
  .group(() => {
    router.patch('providers/:id/active', [Providers, 'active']).as('providers.active')
    router.post('providers/:id/validation', [Providers, 'validate']).as('providers.validate')
    router.post('providers/:id/block', [Providers, 'block']).as('providers.block')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index', roles: [S, A, SC] }))

router
  .delete('providers/:id/block', [Providers, 'unblock'])
  .as('providers.unblock')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index', roles: [S, A] }))

// Bank details of a supplier are where money is lost: changing one asks for the second factor again (area 21).
router
  .post('providers/:id/banks', [Banks, 'store'])
  .as('providers.banks.store')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'providers.index' }), middleware.stepUp()])

router
  .group(() => {
    router.post('providers/:id/banks/:bank/verification', [Banks, 'verify']).as('providers.banks.verify')
    router.delete('providers/:id/banks/:bank/verification', [Banks, 'reject']).as('providers.banks.reject')
    router.delete('providers/:id/banks/:bank', [Banks, 'destroy']).as('providers.banks.disable')
    router.patch('providers/:id/banks/:bank/default', [Banks, 'setDefault']).as('providers.banks.default')
  })
  .where('id', router.matchers.number())
  .where('bank', router.matchers.number())
  .use([middleware.page({ entry: 'providers.index', roles: [S, A, SC] }), middleware.stepUp()])

router
  .post('providers/:id/banks/:bank/cooling-waiver', [Banks, 'waive'])
  .as('providers.banks.waive')
  .where('id', router.matchers.number())
  .where('bank', router.matchers.number())
  .use([middleware.page({ entry: 'providers.index', roles: [A] }), middleware.stepUp()])
