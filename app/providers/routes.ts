import router from '@adonisjs/core/services/router'
import { A } from '#app/identity/roles'
import { importRoutes, importUndoRoute } from '#app/imports/http/import_routes'
import { CATEGORY_KEEPERS, PROVIDER_KEEPERS, PROVIDER_LEADS } from '#app/providers/roles'
import { middleware } from '#start/middleware'

const Providers = () => import('#app/providers/controllers/providers_controller')
const Categories = () => import('#app/providers/controllers/categories_controller')
const Merges = () => import('#app/providers/controllers/provider_merges_controller')
const Reserves = () => import('#app/providers/controllers/provider_reserves_controller')
const Banks = () => import('#app/providers/controllers/provider_banks_controller')

const files = { kind: 'providers', at: 'providers/imports', name: 'providers.imports' }

router
  .group(() => {
    router.get('providers', [Providers, 'index']).as('providers.index')
    importRoutes(files)
    importUndoRoute(files)
    router.get('providers/duplicates', [Providers, 'duplicates']).as('providers.duplicates')
    router.get('providers/categories', [Categories, 'index']).as('providers.categories.index')
    router.get('providers/options', [Providers, 'options']).as('providers.options')
    router.post('providers', [Providers, 'store']).as('providers.store')
    router.get('providers/:id/edit', [Providers, 'edit']).as('providers.edit')
    router.put('providers/:id', [Providers, 'update']).as('providers.update')
    router.get('providers/:id/reserve', [Reserves, 'show']).as('providers.reserve.show')
    router.get('providers/:id/banks', [Banks, 'index']).as('providers.banks.index')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index' }))

router
  .group(() => {
    router.put('providers/:id/reserve', [Reserves, 'update']).as('providers.reserve.update')
    router
      .post('providers/:id/reserve/movements', [Reserves, 'store'])
      .as('providers.reserve.movements.store')
    router.patch('providers/:id/active', [Providers, 'active']).as('providers.active')
    router.post('providers/:id/validation', [Providers, 'validate']).as('providers.validate')
    router.post('providers/:id/block', [Providers, 'block']).as('providers.block')
    router.patch('providers/:id/banks/mode', [Banks, 'mode']).as('providers.banks.mode')
    router.get('providers/:id/banks/:bank/evidence', [Banks, 'evidence']).as('providers.banks.evidence')
    router.post('providers/:id/reveal', [Banks, 'reveal']).as('providers.reveal')
  })
  .where('id', router.matchers.number())
  .where('bank', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index', roles: PROVIDER_KEEPERS }))

router
  .group(() => {
    router.delete('providers/:id/block', [Providers, 'unblock']).as('providers.unblock')
    router.delete('providers/:id', [Providers, 'destroy']).as('providers.destroy')
    router.get('providers/:id/merge', [Merges, 'show']).as('providers.merge.show')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index', roles: PROVIDER_LEADS }))

// A merge is not taken back.
router
  .post('providers/:id/merge', [Merges, 'store'])
  .as('providers.merge')
  .where('id', router.matchers.number())
  .use([middleware.page({ entry: 'providers.index', roles: PROVIDER_LEADS }), middleware.stepUp()])

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
  .use([middleware.page({ entry: 'providers.index', roles: PROVIDER_KEEPERS }), middleware.stepUp()])

router
  .post('providers/:id/banks/:bank/cooling-waiver', [Banks, 'waive'])
  .as('providers.banks.waive')
  .where('id', router.matchers.number())
  .where('bank', router.matchers.number())
  .use([middleware.page({ entry: 'providers.index', roles: [A] }), middleware.stepUp()])

router
  .group(() => {
    router.post('providers/categories', [Categories, 'store']).as('providers.categories.store')
    router.put('providers/categories/:category', [Categories, 'update']).as('providers.categories.update')
    router
      .delete('providers/categories/:category', [Categories, 'destroy'])
      .as('providers.categories.destroy')
  })
  .where('category', router.matchers.number())
  .use(middleware.page({ entry: 'providers.index', roles: CATEGORY_KEEPERS }))
