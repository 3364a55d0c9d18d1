import router from '@adonisjs/core/services/router'
import { A, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Issued = () => import('#app/issuing/controllers/issued_invoices_controller')
const Files = () => import('#app/issuing/controllers/issued_files_controller')
const Acts = () => import('#app/issuing/controllers/issued_acts_controller')
const Numbers = () => import('#app/issuing/controllers/confirmed_numbers_controller')
const Settings = () => import('#app/issuing/controllers/issuing_settings_controller')

const number = router.matchers.number()
const at = 'refacturacion-historico/facturas'
const entry = 'issued-invoices.index'

router
  .group(() => {
    router.get(at, [Issued, 'index']).as('issued-invoices.index')
    router.get(`${at}/:id`, [Issued, 'show']).as('issued-invoices.show')
    router.get(`${at}/:id/pdf`, [Files, 'show']).as('issued-invoices.pdf')
    router.get(`${at}/:id/registros/:record`, [Files, 'record']).as('issued-invoices.record')
    router.post(`${at}/:id/subsanacion`, [Acts, 'correct']).as('issued-invoices.correct')
  })
  .where('id', number)
  .where('record', number)
  .use(middleware.page({ entry, roles: [S, A, SC] }))

router
  .group(() => {
    router.post(`${at}/:id/anulacion`, [Acts, 'annul']).as('issued-invoices.annul')
    router.post(`${at}/:id/rectificacion`, [Acts, 'rectify']).as('issued-invoices.rectify')
  })
  .where('id', number)
  .use(middleware.page({ entry, roles: [S, A] }))

router
  .group(() => {
    router.put('sites/:id/issuing', [Settings, 'update']).as('sites.issuing.update')
    router.get('sites/:id/issuing/registros/:year', [Settings, 'export']).as('sites.issuing.export')
    router.post('sites/:id/issuing/test', [Settings, 'test']).as('sites.issuing.test')
    router.post('sites/:id/issuing/numeros', [Numbers, 'store']).as('sites.issuing.numbers.store')
    router.post('sites/:id/issuing/series', [Settings, 'openSeries']).as('sites.issuing.series.store')
    router
      .put('sites/:id/issuing/series/:series', [Settings, 'switchSeries'])
      .as('sites.issuing.series.update')
  })
  .where('id', number)
  .where('series', number)
  .where('year', number)
  .use(middleware.page({ entry: 'sites', roles: [S] }))

// Whose certificate sends to AEAT asks for the second factor again.
router
  .group(() => {
    router.post('sites/:id/issuing/certificate', [Settings, 'certificate']).as('sites.issuing.certificate')
  })
  .where('id', number)
  .use([middleware.page({ entry: 'sites', roles: [S] }), middleware.stepUp()])
