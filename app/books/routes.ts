import router from '@adonisjs/core/services/router'
import { BOOK_CLERKS, BOOK_KEEPERS } from '#app/accounts/viewer'
import { A, C, S, SC } from '#app/identity/roles'
import { importRoutes } from '#app/imports/http/import_routes'
import { middleware } from '#start/middleware'

const TrialBalances = () => import('#app/books/controllers/trial_balances_controller')
const JournalEntries = () => import('#app/books/controllers/journal_entries_controller')
const AccountPlans = () => import('#app/books/controllers/account_plans_controller')
const LedgerAccounts = () => import('#app/books/controllers/ledger_accounts_controller')
const LedgerAccountStatuses = () => import('#app/books/controllers/ledger_account_statuses_controller')
const PlanTemplates = () => import('#app/books/controllers/plan_templates_controller')
const AccountLedgers = () => import('#app/books/controllers/account_ledgers_controller')
const ManualEntries = () => import('#app/books/controllers/manual_entries_controller')
const FiscalPeriods = () => import('#app/books/controllers/fiscal_periods_controller')
const GroupBalances = () => import('#app/books/controllers/group_balances_controller')
const FxRates = () => import('#app/books/controllers/fx_rates_controller')

router
  .group(() => {
    router.get('accounts/trial-balance', [TrialBalances, 'index']).as('accounts.trial-balance')
    router.get('accounts/journal', [JournalEntries, 'index']).as('accounts.journal')
    router.get('accounts/journal/:entry', [JournalEntries, 'show']).as('accounts.journal.show')
    router.get('accounts/plan', [AccountPlans, 'index']).as('accounts.plan')
    router.get('accounts/plan/nodes', [AccountPlans, 'nodes']).as('accounts.plan.nodes')
    router.get('accounts/plan/:account/ledger', [AccountLedgers, 'show']).as('accounts.ledger')
    router.get('accounts/journal/manual', [ManualEntries, 'index']).as('accounts.manual')
    router.get('accounts/journal/manual/:id', [ManualEntries, 'show']).as('accounts.manual.show')
    router.get('accounts/periods', [FiscalPeriods, 'index']).as('accounts.periods')
    router.get('accounts/fx-rates', [FxRates, 'index']).as('accounts.fx-rates')
  })
  .where('id', router.matchers.number())
  .where('entry', router.matchers.number())
  .where('account', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, A, SC, C] }))

router
  .group(() => {
    router.post('accounts/plan', [LedgerAccounts, 'store']).as('accounts.plan.store')
    router.post('accounts/plan/template', [PlanTemplates, 'store']).as('accounts.plan.template.store')
    importRoutes({ kind: 'plan', at: 'accounts/plan/imports', name: 'accounts.plan.imports' })
    router.put('accounts/plan/:account', [LedgerAccounts, 'update']).as('accounts.plan.update')
    router
      .put('accounts/plan/:account/status', [LedgerAccountStatuses, 'update'])
      .as('accounts.plan.status.update')
  })
  .where('account', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: BOOK_KEEPERS }))

// What companies say of each other is for who answers for more than one book (area 31).
router
  .group(() => {
    router.get('accounts/group-balances', [GroupBalances, 'index']).as('accounts.group-balances')
    router
      .get('accounts/group-balances/:site/:partner', [GroupBalances, 'show'])
      .as('accounts.group-balances.show')
  })
  .where('site', router.matchers.number())
  .where('partner', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, A, SC] }))

// Who drafts may be any of accounting; who approves is somebody else, of senior accounting or s1st3ma (area 00 §10).
router
  .group(() => {
    router.get('accounts/plan/options', [ManualEntries, 'accounts']).as('accounts.plan.options')
    router.get('accounts/journal/manual/create', [ManualEntries, 'create']).as('accounts.manual.create')
    router.post('accounts/journal/manual', [ManualEntries, 'store']).as('accounts.manual.store')
    importRoutes({ kind: 'openings', at: 'accounts/opening-balances', name: 'accounts.opening' })
    router.put('accounts/journal/manual/:id', [ManualEntries, 'update']).as('accounts.manual.update')
    router.delete('accounts/journal/manual/:id', [ManualEntries, 'discard']).as('accounts.manual.discard')
  })
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: BOOK_CLERKS }))

router
  .group(() => {
    router
      .post('accounts/journal/manual/:id/approval', [ManualEntries, 'approve'])
      .as('accounts.manual.approve')
    router
      .post('accounts/journal/manual/:id/reversal', [ManualEntries, 'reverse'])
      .as('accounts.manual.reverse')
    router
      .post('accounts/journal/:entry/reversal', [JournalEntries, 'destroy'])
      .as('accounts.journal.reverse')
    router.post('accounts/fx-rates', [FxRates, 'store']).as('accounts.fx-rates.store')
    router.post('accounts/fx-rates/fetch', [FxRates, 'fetch']).as('accounts.fx-rates.fetch')
    router.post('accounts/fx-rates/revaluation', [FxRates, 'revalue']).as('accounts.fx-rates.revalue')
    router.post('accounts/periods/:site/:month/lock', [FiscalPeriods, 'lock']).as('accounts.periods.lock')
  })
  .where('id', router.matchers.number())
  .where('entry', router.matchers.number())
  .where('site', router.matchers.number())
  .where('month', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: BOOK_KEEPERS }))

router
  .delete('accounts/periods/:site/:month/lock', [FiscalPeriods, 'unlock'])
  .as('accounts.periods.unlock')
  .where('site', router.matchers.number())
  .where('month', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S] }))

// Closing provisionally is for S and SC; the steps beyond are for S alone, as the table of the workflow says.
router
  .post('accounts/fiscal-years/:year/:transition', [FiscalPeriods, 'move'])
  .as('accounts.fiscal-years.move')
  .where('year', router.matchers.number())
  .use([middleware.page({ entry: 'accounts', roles: BOOK_KEEPERS }), middleware.stepUp()])
