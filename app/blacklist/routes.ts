import router from '@adonisjs/core/services/router'
import { A, S } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Entries = () => import('#app/blacklist/controllers/blacklist_entries_controller')
const Lifts = () => import('#app/blacklist/controllers/blacklist_lifts_controller')
const Impacts = () => import('#app/blacklist/controllers/blacklist_impacts_controller')
const Imports = () => import('#app/blacklist/controllers/blacklist_imports_controller')

const number = router.matchers.number()
const at = 'iban-blacklist'

router
  .group(() => {
    router.get(at, [Entries, 'index']).as('iban-blacklist.index')
    router.get(`${at}/create`, [Entries, 'create']).as('iban-blacklist.create')
    router.post(at, [Entries, 'store']).as('iban-blacklist.store')
    router.post(`${at}/impact`, [Impacts, 'show']).as('iban-blacklist.impact')
    router.get(`${at}/imports/create`, [Imports, 'create']).as('iban-blacklist.imports.create')
    router.post(`${at}/imports`, [Imports, 'upload']).as('iban-blacklist.imports.upload')
    router.post(`${at}/imports/:import`, [Imports, 'store']).as('iban-blacklist.imports.store')
    router.delete(`${at}/imports/:import`, [Imports, 'destroy']).as('iban-blacklist.imports.destroy')
    router.get(`${at}/:id`, [Entries, 'show']).as('iban-blacklist.show')
    router.get(`${at}/:id/edit`, [Entries, 'edit']).as('iban-blacklist.edit')
    router.get(`${at}/:id/evidence`, [Entries, 'evidence']).as('iban-blacklist.evidence')
    router.put(`${at}/:id`, [Entries, 'update']).as('iban-blacklist.update')
    router.post(`${at}/:id/lift-request`, [Lifts, 'store']).as('iban-blacklist.lift-request')
  })
  .where('id', number)
  .use(middleware.page({ entry: 'iban-blacklist.index' }))

router
  .post(`${at}/:id/lift`, [Lifts, 'update'])
  .as('iban-blacklist.lift')
  .where('id', number)
  .use([middleware.page({ entry: 'iban-blacklist.index', roles: [S, A] }), middleware.stepUp()])
