import router from '@adonisjs/core/services/router'
import { A, S, SC } from '#app/identity/roles'
import { importRoutes, importUndoRoute } from '#app/imports/http/import_routes'
import { middleware } from '#start/middleware'

const Settings = () => import('#app/rebilling/controllers/settings_controller')
const Trials = () => import('#app/rebilling/controllers/setting_trials_controller')
const Keys = () => import('#app/rebilling/controllers/allocation_keys_controller')
const Feeds = () => import('#app/rebilling/controllers/key_feeds_controller')
const Proposals = () => import('#app/rebilling/controllers/proposals_controller')
const Charges = () => import('#app/rebilling/controllers/charges_controller')
const OpenCosts = () => import('#app/rebilling/controllers/open_costs_controller')
const Approvals = () => import('#app/rebilling/controllers/charge_approvals_controller')
const Issues = () => import('#app/rebilling/controllers/charge_issues_controller')
const Steps = () => import('#app/rebilling/controllers/charge_steps_controller')
const Shares = () => import('#app/rebilling/controllers/invoice_shares_controller')
const History = () => import('#app/rebilling/controllers/history_controller')

const number = router.matchers.number()
const rules = 'configuracion-refacturacion'
const at = 'refacturacion'
const files = { kind: 'allocation-keys', at: `${rules}/claves/imports`, name: 'setting.keys.imports' }

router
  .group(() => {
    router.get(rules, [Settings, 'index']).as('setting')
    router.get(`${rules}/create`, [Settings, 'create']).as('setting.create')
    router.post(rules, [Settings, 'store']).as('setting.store')
    router.post(`${rules}/trial`, [Trials, 'store']).as('setting.trial')
    router.get(`${rules}/invoices`, [Trials, 'index']).as('setting.invoices')
    router.get(`${rules}/claves`, [Keys, 'index']).as('setting.keys')
    router.post(`${rules}/claves`, [Keys, 'store']).as('setting.keys.store')
    router.post(`${rules}/claves/datos`, [Feeds, 'store']).as('setting.keys.feed')
    router.delete(`${rules}/claves/:key`, [Keys, 'destroy']).as('setting.keys.destroy').where('key', number)
    importRoutes(files)
    importUndoRoute(files)
    router.get(`${rules}/:id/edit`, [Settings, 'edit']).as('setting.edit')
    router.put(`${rules}/:id`, [Settings, 'update']).as('setting.update')
    router.post(`${rules}/:id/activation`, [Settings, 'activate']).as('setting.activate')
    router.delete(`${rules}/:id/activation`, [Settings, 'destroy']).as('setting.deactivate')
    router.post(`${rules}/:id/recalculation`, [Proposals, 'update']).as('setting.recalculate')
  })
  .where('id', number)
  .use(middleware.page({ entry: 'setting' }))

router
  .group(() => {
    router.get(at, [Charges, 'index']).as('rebilling')
    router.get(`${at}/create`, [Charges, 'create']).as('rebilling.create')
    router.get(`${at}/costs`, [OpenCosts, 'index']).as('rebilling.costs')
    router.post(at, [Charges, 'store']).as('rebilling.store')
    router.post(`${at}/proposals`, [Proposals, 'store']).as('rebilling.compute')
    router.post(`${at}/issues`, [Issues, 'store']).as('rebilling.issue')
    router.post(`${at}/discards`, [Steps, 'discard']).as('rebilling.discard')
    router.post(`${at}/recoveries`, [Steps, 'recover']).as('rebilling.recover')
    router.get(`${at}/:id`, [Charges, 'show']).as('rebilling.show')
    router.put(`${at}/:id/amounts`, [Steps, 'update']).as('rebilling.amounts.update')
  })
  .where('id', number)
  .use(middleware.page({ entry: 'rebilling' }))

router
  .group(() => {
    router.post(`${at}/approvals`, [Approvals, 'store']).as('rebilling.approve')
    router.post(`${at}/:id/rectification`, [Steps, 'rectify']).as('rebilling.rectify')
  })
  .where('id', number)
  .use(middleware.page({ entry: 'rebilling', roles: [S, A] }))

router
  .post(`${at}/:id/emergency-approval`, [Approvals, 'override'])
  .as('rebilling.override')
  .where('id', number)
  .use([middleware.page({ entry: 'rebilling', roles: [S] }), middleware.stepUp()])

router
  .group(() => {
    router.get('refacturacion-historico', [History, 'index']).as('rebilling.history')
    router.get('refacturacion-historico/matriz', [History, 'show']).as('rebilling.history.matrix')
  })
  .use(middleware.page({ entry: 'rebilling.history' }))

router
  .group(() => {
    router.post('invoices/:id/shares', [Shares, 'store']).as('invoices.shares.store')
    router.put('invoices/:id/shares/:share', [Shares, 'update']).as('invoices.shares.update')
    router.delete('invoices/:id/shares/:share', [Shares, 'destroy']).as('invoices.shares.destroy')
  })
  .where('id', number)
  .where('share', number)
  .use(middleware.page({ entry: 'invoices', roles: [S, A, SC] }))
