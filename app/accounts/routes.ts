import router from '@adonisjs/core/services/router'
import { BOOK_CLERKS, BOOK_KEEPERS } from '#app/accounts/viewer'
import { A, C, S, SC } from '#app/identity/roles'
import { middleware } from '#start/middleware'

const BankAccounts = () => import('#app/accounts/controllers/bank_accounts_controller')
const Options = () => import('#app/accounts/controllers/account_options_controller')
const Permissions = () => import('#app/accounts/controllers/account_permissions_controller')
const Profiles = () => import('#app/accounts/controllers/bank_profiles_controller')
const Statuses = () => import('#app/accounts/controllers/bank_account_statuses_controller')
const Statements = () => import('#app/accounts/controllers/statements_controller')
const DuplicateLines = () => import('#app/accounts/controllers/duplicate_lines_controller')
const StatementPreviews = () => import('#app/accounts/controllers/statement_previews_controller')

router
  .get('accounts', [BankAccounts, 'index'])
  .as('accounts')
  .use(middleware.page({ entry: 'accounts' }))

router
  .get('accounts/:id/edit', [BankAccounts, 'edit'])
  .as('accounts.edit')
  .where('id', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: [S, A, SC, C] }))

router
  .group(() => {
    router.post('accounts', [BankAccounts, 'store']).as('accounts.store')
    router.put('accounts/:id', [BankAccounts, 'update']).as('accounts.update')
    router.delete('accounts/:id', [BankAccounts, 'destroy']).as('accounts.destroy')
    router.put('accounts/:id/status', [Statuses, 'update']).as('accounts.status.update')
    router.get('accounts/options/ledger', [Options, 'index']).as('accounts.options.ledger')
    router.get('accounts/options/parents', [Options, 'show']).as('accounts.options.parents')
    router.put('accounts/:id/permissions/:user', [Permissions, 'update']).as('accounts.permissions.update')
    router.put('accounts/:id/profile', [Profiles, 'choose']).as('accounts.profile.choose')
    router.post('accounts/:id/profiles', [Profiles, 'store']).as('accounts.profiles.store')
    router.put('accounts/:id/profiles/:profile', [Profiles, 'update']).as('accounts.profiles.update')
  })
  .where('id', router.matchers.number())
  .where('user', router.matchers.number())
  .where('profile', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: BOOK_KEEPERS }))

router
  .group(() => {
    router.get('accounts/:id/statements/create', [Statements, 'create']).as('accounts.statements.create')
    router
      .post('accounts/:id/statements/preview', [StatementPreviews, 'store'])
      .as('accounts.statements.preview')
    router.post('accounts/:id/statements', [Statements, 'store']).as('accounts.statements.store')
    router
      .delete('accounts/:id/statements/:statement', [Statements, 'destroy'])
      .as('accounts.statements.destroy')
    router.get('accounts/:id/lines/:line/duplicate', [DuplicateLines, 'show']).as('accounts.lines.duplicate')
    router
      .post('accounts/:id/lines/:line/duplicate', [DuplicateLines, 'store'])
      .as('accounts.lines.duplicate.store')
  })
  .where('id', router.matchers.number())
  .where('statement', router.matchers.number())
  .where('line', router.matchers.number())
  .use(middleware.page({ entry: 'accounts', roles: BOOK_CLERKS }))
