import router from '@adonisjs/core/services/router'
import { A, S } from '#app/identity/roles'
import { importRoutes, importUndoRoute } from '#app/imports/http/import_routes'
import { middleware } from '#start/middleware'

const Entries = () => import('#app/blacklist/controllers/blacklist_entries_controller')
const Lifts = () => import('#app/blacklist/controllers/blacklist_lifts_controller')
const Impacts = () => import('#app/blacklist/controllers/blacklist_impacts_controller')

const number = router.matchers.number()
const at = 'iban-blacklist'
const files = { kind: 'iban-blacklist', at: `${at}/imports`, name: 'iban-blacklist.imports' }

router
  .group(() => {
    router.get(at, [Entries, 'index']).as('iban-blacklist.index')
    router.get(`${at}/create`, [Entries, 'create']).as('iban-blacklist.create')
    router.post(at, [Entries, 'store']).as('iban-blacklist.store')
    router.post(`${at}/impact`, [Impacts, 'show']).as('iban-blacklist.impact')
    importRoutes(files)
    importUndoRoute(files)
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
