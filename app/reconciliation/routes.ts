import router from '@adonisjs/core/services/router'
import { BOOK_CLERKS, BOOK_KEEPERS } from '#app/accounts/viewer'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const Reconcile = () => import('#app/reconciliation/controllers/reconcile_controller')
const Matches = () => import('#app/reconciliation/controllers/matches_controller')
const LineEntries = () => import('#app/reconciliation/controllers/line_entries_controller')
const BankRules = () => import('#app/reconciliation/controllers/bank_rules_controller')
const RuleTrials = () => import('#app/reconciliation/controllers/rule_trials_controller')
const RuleOrders = () => import('#app/reconciliation/controllers/rule_orders_controller')
const MatchAssociations = () => import('#app/reconciliation/controllers/match_associations_controller')
const Certificates = () => import('#app/reconciliation/controllers/certificates_controller')
const OpenItems = () => import('#app/reconciliation/controllers/open_items_controller')
const Letterings = () => import('#app/reconciliation/controllers/letterings_controller')
const IgnoredLines = () => import('#app/reconciliation/controllers/ignored_lines_controller')

router
  .group(() => {
    router.get('accounts/:id/reconcile', [Reconcile, 'index']).as('accounts.reconcile')
    router.get('accounts/:id/rules', [BankRules, 'index']).as('accounts.rules')
    router.get('accounts/:id/certificates', [Certificates, 'index']).as('accounts.certificates')
    router
      .get('accounts/:id/certificates/:certificate', [Certificates, 'show'])
      .as('accounts.certificates.show')
  })
  .where('id', router.matchers.number())
  .where('certificate', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, A, SC, C] }))

// Who reviews an acta is somebody else than who prepared it, of senior accounting or s1st3ma.
router
  .group(() => {
    router
      .put('accounts/:id/certificates/:certificate/review', [Certificates, 'update'])
      .as('accounts.certificates.review')
    router
      .delete('accounts/:id/certificates/:certificate/review', [Certificates, 'destroy'])
      .as('accounts.certificates.reopen')
  })
  .where('id', router.matchers.number())
  .where('certificate', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: BOOK_KEEPERS }))

router
  .group(() => {
    router.post('accounts/:id/suggestions', [Reconcile, 'store']).as('accounts.suggestions.store')
    router.post('accounts/:id/lines/:line/match', [Matches, 'store']).as('accounts.lines.match')
    router.delete('accounts/:id/lines/:line/match', [Matches, 'destroy']).as('accounts.lines.unmatch')
    router.post('accounts/:id/lines/:line/entry', [LineEntries, 'store']).as('accounts.lines.entry')
    router
      .get('accounts/:id/lines/:line/accounts', [LineEntries, 'accounts'])
      .as('accounts.lines.account_options')
    router.post('accounts/:id/lines/:line/ignored', [IgnoredLines, 'store']).as('accounts.lines.ignore')
    router.post('accounts/:id/certificates', [Certificates, 'store']).as('accounts.certificates.store')
    router.get('accounts/:id/rules/trial', [RuleTrials, 'index']).as('accounts.rules.trial')
    router.post('accounts/:id/rules', [BankRules, 'store']).as('accounts.rules.store')
    router.put('accounts/:id/rules/order', [RuleOrders, 'update']).as('accounts.rules.order')
    router.put('accounts/:id/rules/:rule', [BankRules, 'update']).as('accounts.rules.update')
    router.delete('accounts/:id/rules/:rule', [BankRules, 'destroy']).as('accounts.rules.destroy')
    router
      .delete('accounts/:id/associations/:association', [MatchAssociations, 'destroy'])
      .as('accounts.associations.destroy')
  })
  .where('id', router.matchers.number())
  .where('line', router.matchers.number())
  .where('rule', router.matchers.number())
  .where('association', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: BOOK_CLERKS }))

router
  .get('accounts/open-items', [OpenItems, 'index'])
  .as('accounts.open-items')
  .use(middleware.page({ entry: 'accounts', roles: [S, A, SC, C] }))

router
  .group(() => {
    router.post('accounts/letterings', [Letterings, 'store']).as('accounts.letterings.store')
    router.delete('accounts/letterings/:id', [Letterings, 'destroy']).as('accounts.letterings.destroy')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: BOOK_CLERKS }))
