import router from '@adonisjs/core/services/router'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Reconcile = () => import('#app/reconciliation/controllers/reconcile_controller')
const Matches = () => import('#app/reconciliation/controllers/matches_controller')
const LineEntries = () => import('#app/reconciliation/controllers/line_entries_controller')
const IgnoredLines = () => import('#app/reconciliation/controllers/ignored_lines_controller')

router
  .get('accounts/:id/reconcile', [Reconcile, 'index'])
  .as('accounts.reconcile')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, A, SC, C] }))

router
  .group(() => {
    router.post('accounts/:id/suggestions', [Reconcile, 'store']).as('accounts.suggestions.store')
    router.post('accounts/:id/lines/:line/match', [Matches, 'store']).as('accounts.lines.match')
    router.delete('accounts/:id/lines/:line/match', [Matches, 'destroy']).as('accounts.lines.unmatch')
    router.post('accounts/:id/lines/:line/entry', [LineEntries, 'store']).as('accounts.lines.entry')
    router.post('accounts/:id/lines/:line/ignored', [IgnoredLines, 'store']).as('accounts.lines.ignore')
  })
  .where('id', router.matchers.number())
  .where('line', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, SC, C] }))
